# test: opt --rules=swap.rules
# A rule that applies to what it made is stopped.
@R.function
def main(x: R.Tensor((4, 2), "float32"), y: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        z = R.add(x, y)
        R.output(z)
    return z
