# test: opt --passes=CombineParallelMatmul,DeadCodeElimination --check-each=4
# Runs before and after each pass give the same numbers; what cannot be run is named.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
        with R.dataflow():
            p = R.matmul(x, a)
            q = R.matmul(x, b)
            R.output(p, q)
        return (p, q)

    @R.function
    def other(f: R.Object, x: R.Tensor((2,), "float32")):
        with R.dataflow():
            unused = R.add(x, x)
            y = R.multiply(x, x)
            R.output(y)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def other(f: R.Object, x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         with R.dataflow():
#|             y: R.Tensor((2,), dtype="float32") = R.multiply(x, x)
#|             R.output(y)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32")) -> R.Tuple(R.Tensor(("n", 3), dtype="float32"), R.Tensor(("n", 5), dtype="float32")):
#|         n = T.int64()
#|         with R.dataflow():
#|             lv: R.Tensor((4, 8), dtype="float32") = R.concat((a, b), axis=1)
#|             lv1: R.Tensor((n, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|             lv2: R.Tuple(R.Tensor((n, 3), dtype="float32"), R.Tensor((n, 5), dtype="float32")) = R.split(lv1, indices_or_sections=[3], axis=1)
#|             p: R.Tensor((n, 3), dtype="float32") = lv2[0]
#|             q: R.Tensor((n, 5), dtype="float32") = lv2[1]
#|             R.output(p, q)
#|         return (p, q)
#| check_each.py:14:9: remark: 'other' was not compared: parameter 'f' is no tensor, number, shape or tuple of them [R0102]
#|         def other(f: R.Object, x: R.Tensor((2,), "float32")):
#|             ^~~~~
#| 2 passes checked by running: 8 runs agree, 2 failed before the pass already or cannot be compared
