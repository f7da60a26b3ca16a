# test: run main(a=iota(2, 1, 2, 3), b=iota(3, 3, 2))
# Batch dims broadcast as in NumPy.
@R.function
def main(a: R.Tensor((2, 1, 2, 3), "float32"), b: R.Tensor((3, 3, 2), "float32")):
    with R.dataflow():
        c = R.matmul(a, b)
        R.output(c)
    return c
