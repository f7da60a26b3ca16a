# test: opt --passes=CombineParallelMatmul --remarks
# A weight computed from another branch cannot join.
@R.function
def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32"), w2: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        q = R.exp(a)
        b = R.matmul(x, q)
        c = R.matmul(x, w2)
        R.output(a, b, c)
    return (a, b, c)
