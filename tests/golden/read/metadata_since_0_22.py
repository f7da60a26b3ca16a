# test: fmt --show-meta --verify-roundtrip
# The object graph of TVM 0.22 and later: fields of numbers and dtypes stand in place, all else is the number of a node.
metadata = tvm.ir.load_json("""{
  \"root_index\": 12,
  \"nodes\": [
    {\"type\": \"ffi.String\", \"data\": \"relax.expr.Constant\"},
    {\"type\": \"ffi.Tensor\", \"data\": \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA=\"},
    {\"type\": \"None\"},
    {\"type\": \"relax.expr.Constant\", \"data\": {\"data\": 1, \"span\": 2, \"struct_info_\": 2}},
    {\"type\": \"ffi.Array\", \"data\": [3]},
    {\"type\": \"ffi.String\", \"data\": \"ffi.String\"},
    {\"type\": \"ffi.String\", \"data\": \"two\\nlines\"},
    {\"type\": \"ffi.Array\", \"data\": [6]},
    {\"type\": \"ffi.String\", \"data\": \"ir.IntImm\"},
    {\"type\": \"ir.IntImm\", \"data\": {\"dtype\": \"int64\", \"span\": 2, \"value\": 7}},
    {\"type\": \"ffi.Array\", \"data\": [9]},
    {\"type\": \"int\", \"data\": 3},
    {\"type\": \"ffi.Map\", \"data\": [0, 4, 5, 7, 8, 10]}
  ],
  \"metadata\": {\"tvm_version\": \"0.22.0\"}
}""")
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"text": metadata["ffi.String"][0]})
    y = R.add(x, metadata["relax.expr.Constant"][0])
    z = R.prim_value(metadata["ir.IntImm"][0])
    return y

#| metadata = tvm.ir.load_json("""{
#|   \"root\": 1, 
#|   \"nodes\": [
#|     {
#|       \"type_key\": \"\"
#|     }, 
#|     {
#|       \"type_key\": \"Map\", 
#|       \"keys\": [
#|         \"runtime.String\", 
#|         \"relax.expr.Constant\"
#|       ], 
#|       \"data\": [2, 4]
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [3]
#|     }, 
#|     {
#|       \"type_key\": \"runtime.String\", 
#|       \"repr_b64\": \"dHdvCmxpbmVz\"
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [5]
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.Constant\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"12\", 
#|         \"data\": \"0\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"6\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.TensorStructInfo\", 
#|       \"attrs\": {
#|         \"dtype\": \"float32\", 
#|         \"ndim\": \"1\", 
#|         \"shape\": \"7\", 
#|         \"span\": \"0\", 
#|         \"vdevice\": \"0\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.ShapeExpr\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"11\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"10\", 
#|         \"values\": \"8\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [9]
#|     }, 
#|     {
#|       \"type_key\": \"IntImm\", 
#|       \"attrs\": {
#|         \"dtype\": \"int64\", 
#|         \"span\": \"0\", 
#|         \"value\": \"2\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.ShapeStructInfo\", 
#|       \"attrs\": {
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\", 
#|         \"values\": \"8\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.ShapeType\", 
#|       \"attrs\": {
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.DynTensorType\", 
#|       \"attrs\": {
#|         \"dtype\": \"float32\", 
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\"
#|       }
#|     }
#|   ], 
#|   \"b64ndarrays\": [
#|     \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA=\"
#|   ], 
#|   \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| }""")
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     R.func_attr({"text": metadata["runtime.String"][0]})
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
#|     z: R.Prim(value=7) = R.prim_value(7)
#|     return y
