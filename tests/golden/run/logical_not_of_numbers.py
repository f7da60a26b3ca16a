# test: fails run --fill=iota
# Only bools can be negated; inference lets numbers pass.
@R.function
def main(x: R.Tensor((5,), "float32")):
    y = R.logical_not(x)
    return y

#| logical_not_of_numbers.py:5:9: error: R.logical_not: dtype float32 is not supported [E0903]
#|         y = R.logical_not(x)
#|             ^~~~~~~~~~~~~~~~
