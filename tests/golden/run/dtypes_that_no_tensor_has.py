# test: fails run --dim=n=3 --fill=ones
# test: fails run --dim=n=3 --fill=ones --engine=eval
# The language has more dtypes than tensors can have while a program runs.
@R.function
def main(x: R.Tensor(("n",), "int2")):
    return x

#| $ fails run --dim=n=3 --fill=ones
#| hammock: error: parameter 'x' of R.Tensor((n,), dtype="int2"): a tensor of dtype int2 cannot be stored
#| $ fails run --dim=n=3 --fill=ones --engine=eval
#| hammock: error: parameter 'x' of R.Tensor((n,), dtype="int2"): a tensor of dtype int2 cannot be stored
