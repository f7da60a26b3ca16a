# test: fails run --fill=ones --dim=n=3
# test: fails run --fill=ones
@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n - 5",), "float32")):
    n = T.int64()
    return y

#| $ fails run --fill=ones --dim=n=3
#| hammock: error: parameter 'y' of R.Tensor((n - 5,), dtype="float32"): dim 0 is -2, and no dim is below 0
#| $ fails run --fill=ones
#| hammock: error: parameter 'x' of R.Tensor((n,), dtype="float32"): dim 0 is unknown; give it by --dim=n=8
