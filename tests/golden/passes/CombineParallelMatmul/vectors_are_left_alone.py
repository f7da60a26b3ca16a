# test: opt --passes=CombineParallelMatmul --remarks
# A vector has no columns to put side by side.
@R.function
def main(x: R.Tensor((4,), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), v: R.Tensor((4,), "float32")):
    with R.dataflow():
        p = R.matmul(x, v)
        q = R.matmul(x, v)
        R.output(p, q)
    return (p, q)
