# test: opt --passes=CombineParallelMatmul,DeadCodeElimination
# A comment follows its binding; those of bindings that are removed go with them.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        # the first
        p = R.matmul(x, a)  # by a
        # nobody needs it
        unused = R.negative(p)  # gone
        # the second
        q = R.matmul(x, b)  # by b
        R.output(p, q)  # both
    return (p, q)
