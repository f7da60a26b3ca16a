# test: opt --passes=CombineParallelMatmul --check-each=4
# test: opt --passes=CombineParallelMatmul,ReorderPermuteDimsAfterConcat --check-each=4
# test: opt --rules=../../../samples/rules/parallel_matmuls_wide.py --rules=../../../samples/rules/concat_of_transposes.py --check-each=4
# Three linear layers, after CombineParallelMatmul, and after ReorderPermuteDimsAfterConcat. Rules as text do the same. (The listing
# multiplies by the weights as they are stored, a slip, and its split has no sections.)
@R.function
def func(x: R.Tensor((2, 8), "float32"), weight_query: R.Tensor((6, 8), "float32"), weight_key: R.Tensor((4, 8), "float32"), weight_value: R.Tensor((4, 8), "float32")):
    with R.dataflow():
        weight_query_T = R.permute_dims(weight_query)
        query = R.matmul(x, weight_query_T)
        weight_key_T = R.permute_dims(weight_key)
        key = R.matmul(x, weight_key_T)
        weight_value_T = R.permute_dims(weight_value)
        value = R.matmul(x, weight_value_T)
        R.output(query, key, value)
    return (query, key, value)

#| $ opt --passes=CombineParallelMatmul --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def func(x: R.Tensor((2, 8), dtype="float32"), weight_query: R.Tensor((6, 8), dtype="float32"), weight_key: R.Tensor((4, 8), dtype="float32"), weight_value: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
#|     with R.dataflow():
#|         weight_query_T: R.Tensor((8, 6), dtype="float32") = R.permute_dims(weight_query, axes=None)
#|         weight_key_T: R.Tensor((8, 4), dtype="float32") = R.permute_dims(weight_key, axes=None)
#|         weight_value_T: R.Tensor((8, 4), dtype="float32") = R.permute_dims(weight_value, axes=None)
#|         lv: R.Tensor((8, 14), dtype="float32") = R.concat((weight_query_T, weight_key_T, weight_value_T), axis=1)
#|         lv1: R.Tensor((2, 14), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv1, indices_or_sections=[6, 10], axis=1)
#|         query: R.Tensor((2, 6), dtype="float32") = lv2[0]
#|         key: R.Tensor((2, 4), dtype="float32") = lv2[1]
#|         value: R.Tensor((2, 4), dtype="float32") = lv2[2]
#|         R.output(query, key, value)
#|     return (query, key, value)
#| 1 pass checked by running: 4 runs agree
#| $ opt --passes=CombineParallelMatmul,ReorderPermuteDimsAfterConcat --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def func(x: R.Tensor((2, 8), dtype="float32"), weight_query: R.Tensor((6, 8), dtype="float32"), weight_key: R.Tensor((4, 8), dtype="float32"), weight_value: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((14, 8), dtype="float32") = R.concat((weight_query, weight_key, weight_value), axis=0)
#|         lv_1: R.Tensor((8, 14), dtype="float32") = R.permute_dims(lv, axes=None)
#|         lv1: R.Tensor((2, 14), dtype="float32") = R.matmul(x, lv_1, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv1, indices_or_sections=[6, 10], axis=1)
#|         query: R.Tensor((2, 6), dtype="float32") = lv2[0]
#|         key: R.Tensor((2, 4), dtype="float32") = lv2[1]
#|         value: R.Tensor((2, 4), dtype="float32") = lv2[2]
#|         R.output(query, key, value)
#|     return (query, key, value)
#| 2 passes checked by running: 8 runs agree
#| $ opt --rules=../../../samples/rules/parallel_matmuls_wide.py --rules=../../../samples/rules/concat_of_transposes.py --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def func(x: R.Tensor((2, 8), dtype="float32"), weight_query: R.Tensor((6, 8), dtype="float32"), weight_key: R.Tensor((4, 8), dtype="float32"), weight_value: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((14, 8), dtype="float32") = R.concat((weight_query, weight_key, weight_value), axis=0)
#|         lv_1: R.Tensor((8, 14), dtype="float32") = R.permute_dims(lv, axes=None)
#|         lv1: R.Tensor((2, 14), dtype="float32") = R.matmul(x, lv_1, out_dtype="void")
#|         lv2: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 4), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(lv1, indices_or_sections=[6, 10], axis=-1)
#|         query: R.Tensor((2, 6), dtype="float32") = lv2[0]
#|         key: R.Tensor((2, 4), dtype="float32") = lv2[1]
#|         value: R.Tensor((2, 4), dtype="float32") = lv2[2]
#|         R.output(query, key, value)
#|     return (query, key, value)
#| 2 passes checked by running: 8 runs agree
