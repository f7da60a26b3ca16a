# test: run main(x=3xf64=[1.0004882812501 1.00048828125 -1.0004882812501])
# The first lies above the middle of two halves by less than float32 can say.
@R.function
def main(x: R.Tensor((3,), "float64")):
    y = R.astype(x, "float16")
    return y

#| [ 1.001  1.    -1.001]
