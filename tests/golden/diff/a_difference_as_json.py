# test: fails diff --json
@R.function
def main(x: R.Tensor((2, 8), "float32")):
    a = R.nn.relu(x)
    b = R.sum(a, axis=[1])
    return b

@R.function
def main(x: R.Tensor((2, 8), "float32")):
    a = R.nn.gelu(x)
    b = R.sum(a, axis=[0])
    return b

#| {
#|   "equal": false,
#|   "before": "a_difference_as_json.py",
#|   "after": "a_difference_as_json.py",
#|   "functions": [
#|     {
#|       "kernel": false,
#|       "before": {
#|         "name": "main",
#|         "line": 3
#|       },
#|       "after": {
#|         "name": "main",
#|         "line": 9
#|       },
#|       "changes": [
#|         {
#|           "change": "changed",
#|           "what": "struct info of the result",
#|           "before": [
#|             {
#|               "name": "",
#|               "line": 3,
#|               "text": "R.Tensor((2,), dtype=\"float32\")"
#|             }
#|           ],
#|           "after": [
#|             {
#|               "name": "",
#|               "line": 9,
#|               "text": "R.Tensor((8,), dtype=\"float32\")"
#|             }
#|           ]
#|         },
#|         {
#|           "change": "replaced",
#|           "what": "",
#|           "before": [
#|             {
#|               "name": "a",
#|               "line": 4,
#|               "text": "a: R.Tensor((2, 8), dtype=\"float32\") = R.nn.relu(x)"
#|             }
#|           ],
#|           "after": [
#|             {
#|               "name": "a",
#|               "line": 10,
#|               "text": "a: R.Tensor((2, 8), dtype=\"float32\") = R.nn.gelu(x)"
#|             }
#|           ]
#|         },
#|         {
#|           "change": "changed",
#|           "what": "axis, struct info",
#|           "before": [
#|             {
#|               "name": "b",
#|               "line": 5,
#|               "text": "b: R.Tensor((2,), dtype=\"float32\") = R.sum(a, axis=[1], keepdims=False)"
#|             }
#|           ],
#|           "after": [
#|             {
#|               "name": "b",
#|               "line": 11,
#|               "text": "b: R.Tensor((8,), dtype=\"float32\") = R.sum(a, axis=[0], keepdims=False)"
#|             }
#|           ]
#|         }
#|       ],
#|       "followers": 0,
#|       "renumbered": 0,
#|       "text": ""
#|     }
#|   ],
#|   "module": []
#| }
