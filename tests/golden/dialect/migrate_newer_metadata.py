# test: migrate --to=tvm-0.19 --diff
# A metadata section of a newer version is written anew, or goes where the text needs none.
metadata = tvm.ir.load_json("""{\"root_index\": 4, \"nodes\": [{\"type\": \"ffi.String\", \"data\": \"ffi.String\"}, {\"type\": \"ffi.String\", \"data\": \"a\\nb\"}, {\"type\": \"ffi.Array\", \"data\": [1]}, {\"type\": \"None\"}, {\"type\": \"ffi.Map\", \"data\": [0, 2]}]}""")
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"text": metadata["ffi.String"][0]})
    return x

print(main)

#| --- migrate_newer_metadata.py
#| +++ migrate_newer_metadata.py	migrated
#| @@ -1,9 +1,8 @@
#|  # test: migrate --to=tvm-0.19 --diff
#|  # A metadata section of a newer version is written anew, or goes where the text needs none.
#| -metadata = tvm.ir.load_json("""{\"root_index\": 4, \"nodes\": [{\"type\": \"ffi.String\", \"data\": \"ffi.String\"}, {\"type\": \"ffi.String\", \"data\": \"a\\nb\"}, {\"type\": \"ffi.Array\", \"data\": [1]}, {\"type\": \"None\"}, {\"type\": \"ffi.Map\", \"data\": [0, 2]}]}""")
#|  @R.function
#| -def main(x: R.Tensor((2,), "float32")):
#| -    R.func_attr({"text": metadata["ffi.String"][0]})
#| +def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#| +    R.func_attr({"text": "a\nb"})
#|      return x
#|  
#|  print(main)
#| migrate_newer_metadata.py: warning: the text uses R, which the file does not import: from tvm.script import relax as R [W0104]
#| migrate_newer_metadata.py: 1 change to tvm-0.19
#|   "root_index": 0 -> "root": 1: 1 place, first at 3:29 (the format of the metadata section)
#|   the function 'main' is printed anew, at line 4
