# test: opt --passes=CombineParallelMatmul
# One wide matmul and a split.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), c: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        r = R.matmul(x, c)
        R.output(p, q, r)
    return (p, q, r)
