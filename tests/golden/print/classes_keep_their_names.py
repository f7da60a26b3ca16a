# test: fmt --verify-roundtrip
# Several classes stay apart, each with the constants of its own; `cls` needs no other name for itself.
@I.ir_module
class A:
    @R.function
    def main(x: R.Tensor((17,), "float32")):
        y = R.add(x, R.const([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17], "float32"))
        return y

@I.ir_module
class cls:
    @R.function
    def main(x: R.Tensor((2,), "uint8")):
        y = cls.other(x)
        return y

    @R.function(private=True)
    def other(x: R.Tensor((2,), "uint8")) -> R.Tensor((2,), "uint8"):
        y = R.add(x, R.const([1, 2], "uint8"))
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
#|         \"relax.expr.Constant\"
#|       ], 
#|       \"data\": [2]
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [3]
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.Constant\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"10\", 
#|         \"data\": \"0\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"4\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.TensorStructInfo\", 
#|       \"attrs\": {
#|         \"dtype\": \"float32\", 
#|         \"ndim\": \"1\", 
#|         \"shape\": \"5\", 
#|         \"span\": \"0\", 
#|         \"vdevice\": \"0\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.ShapeExpr\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"9\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"8\", 
#|         \"values\": \"6\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [7]
#|     }, 
#|     {
#|       \"type_key\": \"IntImm\", 
#|       \"attrs\": {
#|         \"dtype\": \"int64\", 
#|         \"span\": \"0\", 
#|         \"value\": \"17\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.ShapeStructInfo\", 
#|       \"attrs\": {
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\", 
#|         \"values\": \"6\"
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
#|     \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQARAAAAAAAAAEQAAAAAAAAAAACAPwAAAEAAAEBAAACAQAAAoEAAAMBAAADgQAAAAEEAABBBAAAgQQAAMEEAAEBBAABQQQAAYEEAAHBBAACAQQAAiEE=\"
#|   ], 
#|   \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| }""")
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class A:
#|     @R.function
#|     def main(x: R.Tensor((17,), dtype="float32")) -> R.Tensor((17,), dtype="float32"):
#|         y: R.Tensor((17,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
#|         return y
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class cls:
#|     @R.function(private=True)
#|     def other(x: R.Tensor((2,), dtype="uint8")) -> R.Tensor((2,), dtype="uint8"):
#|         y: R.Tensor((2,), dtype="uint8") = R.add(x, R.const([1, 2], "uint8"))
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="uint8")) -> R.Tensor((2,), dtype="uint8"):
#|         y: R.Tensor((2,), dtype="uint8") = cls.other(x)
#|         return y
