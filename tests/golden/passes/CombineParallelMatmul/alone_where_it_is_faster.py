# test: opt --passes=CombineParallelMatmul{strategy=auto} --remarks
# Weights that come with every run are not joined for nothing; those behind num_input are joined once.
@I.ir_module
class Module:
    @R.function
    def in_the_run(x: R.Tensor((16, 64), "float32"), v: R.Tensor((64, 32), "float32"), w: R.Tensor((64, 48), "float32")):
        with R.dataflow():
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            R.output(a, b)
        return (a, b)

    @R.function
    def before_it(x: R.Tensor((16, 64), "float32"), v: R.Tensor((64, 32), "float32"), w: R.Tensor((64, 48), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            R.output(a, b)
        return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def before_it(x: R.Tensor((16, 64), dtype="float32"), v: R.Tensor((64, 32), dtype="float32"), w: R.Tensor((64, 48), dtype="float32")) -> R.Tuple(R.Tensor((16, 32), dtype="float32"), R.Tensor((16, 48), dtype="float32")):
#|         R.func_attr({"num_input": 1})
#|         with R.dataflow():
#|             lv: R.Tensor((64, 80), dtype="float32") = R.concat((v, w), axis=1)
#|             lv1: R.Tensor((16, 80), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|             lv2: R.Tuple(R.Tensor((16, 32), dtype="float32"), R.Tensor((16, 48), dtype="float32")) = R.split(lv1, indices_or_sections=[32], axis=1)
#|             a: R.Tensor((16, 32), dtype="float32") = lv2[0]
#|             b: R.Tensor((16, 48), dtype="float32") = lv2[1]
#|             R.output(a, b)
#|         return (a, b)
#|
#|     @R.function
#|     def in_the_run(x: R.Tensor((16, 64), dtype="float32"), v: R.Tensor((64, 32), dtype="float32"), w: R.Tensor((64, 48), dtype="float32")) -> R.Tuple(R.Tensor((16, 32), dtype="float32"), R.Tensor((16, 48), dtype="float32")):
#|         with R.dataflow():
#|             a: R.Tensor((16, 32), dtype="float32") = R.matmul(x, v, out_dtype="void")
#|             b: R.Tensor((16, 48), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             R.output(a, b)
#|         return (a, b)
#| alone_where_it_is_faster.py:8:17: remark: CombineParallelMatmul: 2 matmuls are faster apart: joining the right operands and cutting the result would move 6400 elements in every run, to read 1024 fewer of the left operand [R0101]
#|                 a = R.matmul(x, v)
#|                     ^~~~~~~~~~~~~~
