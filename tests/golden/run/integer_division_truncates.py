# test: run main(x=4xi32=[7 -7 7 -7], y=4xi32=[2 2 -2 -2])
# Toward zero, unlike Python.
@R.function
def main(x: R.Tensor((4,), "int32"), y: R.Tensor((4,), "int32")):
    with R.dataflow():
        z = R.divide(x, y)
        R.output(z)
    return z

#| [ 3 -3 -3  3]
