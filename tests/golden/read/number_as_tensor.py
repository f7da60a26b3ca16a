# test: fails check
# A number must be wrapped into R.const.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, 1.0)
        R.output(y)
    return y

#| number_as_tensor.py:6:22: error: a float is not an expression; a number is written R.const(value, dtype) where a tensor is expected [E0305]
#|             y = R.add(x, 1.0)
#|                          ^~~
