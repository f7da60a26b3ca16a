# test: opt --passes=DeadCodeElimination
# A cast stays while a dim that it defines is used in a type.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32"), y: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    a = R.match_cast(x, R.Tensor((n,), "float32"))
    b: R.Tensor((n,), "float32") = R.add(y, y)
    return b
