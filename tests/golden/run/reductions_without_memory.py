# test: fails run --engine=eval --fill=ones --dim=m=2147483648 --dim=n=2147483648 --dim=k=0
# test: fails run --engine=eval --fill=ones --dim=m=4294967296 --dim=n=4294967296 --dim=k=0
@R.function
def main(x: R.Tensor(("m", "n", "k"), "float32")):
    m, n, k = T.int64(), T.int64(), T.int64()
    y = R.sum(x, axis=[2])
    return y

#| $ fails run --engine=eval --fill=ones --dim=m=2147483648 --dim=n=2147483648 --dim=k=0
#| hammock: error: parameter 'x' of R.Tensor((m, n, k), dtype="float32"): a tensor of shape (2147483648, 2147483648, 0) and dtype float32 is empty, but its other dims multiply to more than 2^31, which is the bound
#| $ fails run --engine=eval --fill=ones --dim=m=4294967296 --dim=n=4294967296 --dim=k=0
#| hammock: error: parameter 'x' of R.Tensor((m, n, k), dtype="float32"): a tensor of shape (4294967296, 4294967296, 0) and dtype float32 is empty, but its other dims multiply to more than 2^31, which is the bound
