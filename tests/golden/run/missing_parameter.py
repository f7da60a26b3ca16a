# test: fails run --input=x=iota(3)
# Which parameter has no value, and how to give one.
@R.function
def main(x: R.Tensor((3,), "float32"), y: R.Tensor((3,), "float32")):
    with R.dataflow():
        z = R.add(x, y)
        R.output(z)
    return z

#| hammock: error: parameter 'y' of R.Tensor((3,), dtype="float32") has no value: give --input=y=SPEC, --inputs=PATH or --fill=SPEC
