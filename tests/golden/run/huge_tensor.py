# test: fails run --fill=zeros
# 2^62 elements fit no machine.
@R.function
def main(x: R.Tensor((4611686018427387904,), "float32")):
    return x

#| hammock: error: parameter 'x' of R.Tensor((4611686018427387904,), dtype="float32"): a tensor of shape (4611686018427387904,) and dtype float32 needs 17179869184.0 GiB, which no machine has
