# test: opt --passes='CombineParallelMatmul{min-branches=3}'
# Two are too few here.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        R.output(p, q)
    return (p, q)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         p: R.Tensor((2, 3), dtype="float32") = R.matmul(x, a, out_dtype="void")
#|         q: R.Tensor((2, 5), dtype="float32") = R.matmul(x, b, out_dtype="void")
#|         R.output(p, q)
#|     return (p, q)
