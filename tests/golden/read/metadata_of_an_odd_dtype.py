# test: fails check
metadata = tvm.ir.load_json("""{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": \"Map\", \"keys\": [\"IntImm\", \"FloatImm\"], \"data\": [2, 3]}, {\"type_key\": \"Array\", \"data\": [4]}, {\"type_key\": \"Array\", \"data\": [5]}, {\"type_key\": \"IntImm\", \"attrs\": {\"dtype\": \"int64\", \"span\": \"0\", \"value\": \"7\"}}, {\"type_key\": \"FloatImm\", \"attrs\": {\"dtype\": \"float33\", \"span\": \"0\", \"value\": \"0.5\"}}]}""")
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.prim_value(metadata["IntImm"][0])
    b = R.prim_value(metadata["FloatImm"][0])
    return x

#| metadata_of_an_odd_dtype.py:2:29: error: the metadata section cannot be read: a constant of type FloatImm has no value of a dtype that fits [E0104]
#|     metadata = tvm.ir.load_json("""{\"root\": 1, \"nodes\": [{\"type_key\": \"\"}, {\"type_key\": \"Map\", \"keys\": [\"IntImm\", \"FloatImm\"], \"data\": [2, 3]}, ...
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
