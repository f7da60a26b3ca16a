# test: fmt --verify-roundtrip
# Only the head of the file is the test's. What reads like a directive elsewhere stays, and a blank keeps it from becoming one.

  # test: indented
@R.function
def main(x: R.Tensor((2,), "float32")):
    # test: in a function
    #| in a function
    return x

# test: between functions
@R.function
#| within a definition
def other(x: R.Tensor((2,), "float32")):
    return x

#| # from tvm.script import relax as R
#|
#| #  test: indented
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     # test: in a function
#|     #| in a function
#|     return x
#|
#| # from tvm.script import relax as R
#|
#| #  test: between functions
#| @R.function
#| #| within a definition
#| def other(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     return x
