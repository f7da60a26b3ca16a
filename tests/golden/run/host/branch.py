# test: run --input=x=4xf32='[1 2 3 4]' --compare=eval
# test: run --input=x=4xf32='[-1 2 -3 -4]' --compare=eval
# Which branch is taken depends on data; what both need is computed before, and what follows needs either.
@R.function
def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
    total = R.sum(R.multiply(x, R.const(2.0, "float32")))
    positive = R.greater(total, R.const(0.0, "float32"))
    if positive:
        scaled = R.multiply(x, R.const(10.0, "float32"))
        y = R.add(scaled, total)
    else:
        y = R.negative(x)
    return R.add(y, R.const(0.5, "float32"))

#| $ run --input=x=4xf32='[1 2 3 4]' --compare=eval
#| [30.5 40.5 50.5 60.5]
#| $ run --input=x=4xf32='[-1 2 -3 -4]' --compare=eval
#| [ 1.5 -1.5  3.5  4.5]
