# test: fails run --fill=zeros
# 2^62 elements fit no machine.
@R.function
def main(x: R.Tensor((4611686018427387904,), "float32")):
    return x
