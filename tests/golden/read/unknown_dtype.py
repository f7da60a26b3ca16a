# test: fails check
# With the nearest name.
@R.function
def main(x: R.Tensor((2,), "flaot32")):
    return x

#| unknown_dtype.py:4:28: error: there is no dtype 'flaot32'; did you mean 'float32'? [E0406]
#|     def main(x: R.Tensor((2,), "flaot32")):
#|                                ^~~~~~~~~
