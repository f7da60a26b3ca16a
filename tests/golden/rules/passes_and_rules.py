# test: opt --rules=double.rules --passes=DeadCodeElimination --rules=combine.rules
# Rules and passes in the order in which they are given.
@R.function
def main(x: R.Tensor((4, 4), "float32"), w0: R.Tensor((4, 4), "float32"), w1: R.Tensor((4, 8), "float32"), w2: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        twice = R.add(x, x)
        unused = R.exp(x)
        a = R.matmul(twice, w0)
        b = R.matmul(twice, w1)
        c = R.matmul(twice, w2)
        out = (a, b, c)
        R.output(out)
    return out
