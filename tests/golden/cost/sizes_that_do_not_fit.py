# test: cost
# test: cost --dim=n=4611686018427387904
# test: cost --json --dim=n=5
# test: fails cost --dim=n=3 --dim=n=4
# test: fails cost --dim==4
# What does not fit 64 bits, and what is divided by 0, is unknown.
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    q = R.zeros((n * 4 + 1,), "float32")
    r = R.exp(q)
    return r


@R.function
def divided(x: R.Tensor(("n", "k"), "float32"), y: R.Tensor(("n // (k - k)",), "float32")):
    n = T.int64()
    k = T.int64()
    r = R.exp(y)
    return r

#| $ cost
#| main, sizes_that_do_not_fit.py:8
#|   line  binding  operator  operations        read     written  per byte
#|     10  q        zeros              0           0  n * 16 + 4
#|     11  r        exp        n * 4 + 1  n * 16 + 4  n * 16 + 4
#|                  sum        n * 4 + 1  n * 16 + 4  n * 32 + 8
#|   parameters n * 4 bytes
#|
#| divided, sizes_that_do_not_fit.py:16
#|   line  binding  operator  operations     read  written  per byte
#|     19  r        exp          unknown  unknown  unknown
#|                  sum          unknown  unknown  unknown
#|   parameters unknown bytes
#|   the operations of 1 binding are unknown
#| $ cost --dim=n=4611686018427387904
#| main, sizes_that_do_not_fit.py:8
#|   line  binding  operator  operations     read  written  per byte
#|     10  q        zeros        unknown        0  unknown
#|     11  r        exp          unknown  unknown  unknown
#|                  sum          unknown  unknown  unknown
#|   parameters unknown bytes
#|   the operations of 2 bindings are unknown
#|
#| divided, sizes_that_do_not_fit.py:16
#|   line  binding  operator  operations     read  written  per byte
#|     19  r        exp          unknown  unknown  unknown
#|                  sum          unknown  unknown  unknown
#|   parameters unknown bytes
#|   the operations of 1 binding are unknown
#| $ cost --json --dim=n=5
#| {
#|   "file": "sizes_that_do_not_fit.py",
#|   "functions": [
#|     {
#|       "name": "main",
#|       "line": 8,
#|       "sum": {
#|         "operations": 21,
#|         "read": 84,
#|         "written": 168,
#|         "intensity": 0.08333333333333333
#|       },
#|       "unknown": 0,
#|       "parameters": 20,
#|       "peak": 84,
#|       "planned": true,
#|       "remarks": [],
#|       "bindings": [
#|         {
#|           "name": "q",
#|           "line": 10,
#|           "operator": "zeros",
#|           "struct_info": "R.Tensor((n * 4 + 1,), \"float32\")",
#|           "operations": 0,
#|           "read": 0,
#|           "written": 84,
#|           "intensity": 0.0
#|         },
#|         {
#|           "name": "r",
#|           "line": 11,
#|           "operator": "exp",
#|           "struct_info": "R.Tensor((n * 4 + 1,), \"float32\")",
#|           "operations": 21,
#|           "read": 84,
#|           "written": 84,
#|           "intensity": 0.125
#|         }
#|       ]
#|     },
#|     {
#|       "name": "divided",
#|       "line": 16,
#|       "sum": {
#|         "operations": null,
#|         "read": null,
#|         "written": null,
#|         "intensity": null
#|       },
#|       "unknown": 1,
#|       "parameters": null,
#|       "peak": null,
#|       "planned": false,
#|       "remarks": [],
#|       "bindings": [
#|         {
#|           "name": "r",
#|           "line": 19,
#|           "operator": "exp",
#|           "struct_info": "R.Tensor((n // (k - k),), \"float32\")",
#|           "operations": null,
#|           "read": null,
#|           "written": null,
#|           "intensity": null
#|         }
#|       ]
#|     }
#|   ]
#| }
#| $ fails cost --dim=n=3 --dim=n=4
#| hammock: error: --dim=n=4: 'n' has a value already
#| $ fails cost --dim==4
#| hammock: error: --dim==4: there is no name before '='
