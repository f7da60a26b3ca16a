# test: cost
# test: cost --dim=n=128
# test: cost --json --dim=n=128 --top=1
@R.function
def main(x: R.Tensor(("n", 32), "float16"), w: R.Tensor((32, "m"), "float16")):
    n = T.int64()
    m = T.int64()
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.concat((y, y), axis=0)
        e = R.exp(z)
        R.output(e)
    return e

#| $ cost
#| main, dims_stay_symbols_or_get_values.py:5
#|   line  binding  operator  operations                         read     written  per byte
#|      9  y        matmul    n * m * 64              n * 64 + m * 64   n * m * 2
#|     10  z        concat             0                    n * m * 4   n * m * 4
#|     11  e        exp        n * m * 2                    n * m * 4   n * m * 4
#|                  sum       n * m * 66  n * m * 8 + n * 64 + m * 64  n * m * 10
#|   parameters n * 64 + m * 64 bytes
#| $ cost --dim=n=128
#| main, dims_stay_symbols_or_get_values.py:5
#|   line  binding  operator  operations             read   written  per byte
#|      9  y        matmul      m * 8192    m * 64 + 8192   m * 256
#|     10  z        concat             0          m * 512   m * 512
#|     11  e        exp          m * 256          m * 512   m * 512
#|                  sum         m * 8448  m * 1088 + 8192  m * 1280
#|   parameters m * 64 + 8192 bytes
#| $ cost --json --dim=n=128 --top=1
#| {
#|   "file": "dims_stay_symbols_or_get_values.py",
#|   "functions": [
#|     {
#|       "name": "main",
#|       "line": 5,
#|       "sum": {
#|         "operations": "m * 8448",
#|         "read": "m * 1088 + 8192",
#|         "written": "m * 1280",
#|         "intensity": null
#|       },
#|       "unknown": 0,
#|       "parameters": "m * 64 + 8192",
#|       "peak": null,
#|       "planned": false,
#|       "remarks": [],
#|       "bindings": [
#|         {
#|           "name": "y",
#|           "line": 9,
#|           "operator": "matmul",
#|           "struct_info": "R.Tensor((n, m), \"float16\")",
#|           "operations": "m * 8192",
#|           "read": "m * 64 + 8192",
#|           "written": "m * 256",
#|           "intensity": null
#|         }
#|       ]
#|     }
#|   ]
#| }
