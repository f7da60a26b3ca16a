# test: fmt
metadata = tvm.ir.load_json("""{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": \"Map\", \"keys\": [\"IntImm\", \"FloatImm\"], \"data\": [2, 3]}, {\"type_key\": \"Array\", \"data\": [4]}, {\"type_key\": \"Array\", \"data\": [5]}, {\"type_key\": \"IntImm\", \"attrs\": {\"dtype\": \"int64\", \"span\": \"0\", \"value\": \"7\"}}, {\"type_key\": \"FloatImm\", \"attrs\": {\"dtype\": \"float32\", \"span\": \"0\", \"value\": \"0.5\"}}]}""")
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.prim_value(metadata["IntImm"][0])
    b = R.prim_value(metadata["FloatImm"][0])
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|     a: R.Prim(value=7) = R.prim_value(7)
#|     b: R.Prim(value=T.float32(0.5)) = R.prim_value(T.float32(0.5))
#|     return x
