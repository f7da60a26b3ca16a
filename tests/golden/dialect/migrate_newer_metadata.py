# test: fails migrate --to=tvm-0.19
# The metadata section stays as it is written, which the older version could not read.
metadata = tvm.ir.load_json("""{\"root_index\": 4, \"nodes\": [{\"type\": \"ffi.String\", \"data\": \"ffi.String\"}, {\"type\": \"ffi.String\", \"data\": \"a\\nb\"}, {\"type\": \"ffi.Array\", \"data\": [1]}, {\"type\": \"None\"}, {\"type\": \"ffi.Map\", \"data\": [0, 2]}]}""")
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"text": metadata["ffi.String"][0]})
    return x

#| migrate_newer_metadata.py:3:29: error: a metadata section in the format of tvm-0.22 is not part of tvm-0.19 [E0606]
#|     metadata = tvm.ir.load_json("""{\"root_index\": 4, \"nodes\": [{\"type\": \"ffi.String\", \"data\": \"ffi.String\"}, {\"type\": \"ffi.String\", \"data\": \"a\\n...
#|                                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
