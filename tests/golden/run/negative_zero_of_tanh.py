# test: run main(x=4xf32=[-0.0 0.0 -1e-30 -3])
@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        y = R.tanh(x)
        z = R.divide(R.const(1, "float32"), y)
        R.output(y, z)
    return (y, z)

#| ([-0.000000e+00  0.000000e+00 -1.000000e-30 -9.950548e-01],
#|  [          -inf            inf -1.0000000e+30 -1.0049698e+00])
