# test: opt --passes=CombineParallelMatmul
# Absorbed where every branch has them.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), ba: R.Tensor((3,), "float32"), bb: R.Tensor((5,), "float32")):
    with R.dataflow():
        p = R.nn.relu(R.add(R.matmul(x, a), ba))
        q = R.nn.relu(R.add(R.matmul(x, b), bb))
        R.output(p, q)
    return (p, q)
