# test: run main(x=5xf32=[0 1 2 4 -2], y=5xf32=[0 3 0.5 -1 3])
# Any base and exponent that C takes.
@R.function
def main(x: R.Tensor((5,), "float32"), y: R.Tensor((5,), "float32")):
    with R.dataflow():
        z = R.power(x, y)
        R.output(z)
    return z

#| [ 1.         1.         1.4142135  0.25      -8.       ]
