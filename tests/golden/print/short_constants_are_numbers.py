# test: fmt --verify-roundtrip
# What was written as numbers stays so: lists of up to 16 elements, and scalars of every dtype. A longer one needs the metadata section.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.add(x, R.const([1.5, 0.1], "float32"))
    b = R.const([[1, 2], [3, 4]], "int64")
    c = R.const(200, "uint8")
    d = R.const(0.1, "bfloat16")
    e = R.const(["nan", "-nan", "inf", "-inf", -0.0, 1e-45], "float32")
    f = R.const([[], []], "float16")
    g = R.const([-9223372036854775808, 9223372036854775807], "int64")
    h = R.const([True, False])
    i = R.const([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], "uint8")
    return a, b, c, d, e, f, g, h, i

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
#|         \"dtype\": \"uint8\", 
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
#|         \"dtype\": \"uint8\", 
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\"
#|       }
#|     }
#|   ], 
#|   \"b64ndarrays\": [
#|     \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAEIAQARAAAAAAAAABEAAAAAAAAAAAECAwQFBgcICQoLDA0ODxA=\"
#|   ], 
#|   \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| }""")
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2, 2), dtype="int64"), R.Tensor((), dtype="uint8"), R.Tensor((), dtype="bfloat16"), R.Tensor((6,), dtype="float32"), R.Tensor((2, 0), dtype="float16"), R.Tensor((2,), dtype="int64"), R.Tensor((2,), dtype="bool"), R.Tensor((17,), dtype="uint8")):
#|     a: R.Tensor((2,), dtype="float32") = R.add(x, R.const([1.5, 0.1], "float32"))
#|     b: R.Tensor((2, 2), dtype="int64") = R.const([[1, 2], [3, 4]], "int64")
#|     c: R.Tensor((), dtype="uint8") = R.const(200, "uint8")
#|     d: R.Tensor((), dtype="bfloat16") = R.const(0.1, "bfloat16")
#|     e: R.Tensor((6,), dtype="float32") = R.const(["nan", "-nan", "inf", "-inf", -0.0, 1e-45], "float32")
#|     f: R.Tensor((2, 0), dtype="float16") = R.const([[], []], "float16")
#|     g: R.Tensor((2,), dtype="int64") = R.const([-9223372036854775808, 9223372036854775807], "int64")
#|     h: R.Tensor((2,), dtype="bool") = R.const([True, False], "bool")
#|     i: R.Tensor((17,), dtype="uint8") = metadata["relax.expr.Constant"][0]
#|     return (a, b, c, d, e, f, g, h, i)
