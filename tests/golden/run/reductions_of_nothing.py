# test: run main(x=0xf32=[], y=2xf32=[-inf -inf])
# Maxima start at -inf, minima at inf, in both engines.
@R.function
def main(x: R.Tensor((0,), "float32"), y: R.Tensor((2,), "float32")):
    return (R.max(x), R.min(x), R.sum(x), R.max(y))

#| (-inf,
#|  inf,
#|  0.0,
#|  -inf)
