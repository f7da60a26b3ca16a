# test: opt --passes=DeadCodeElimination
# A function without a module is what the file is about, also where it is private.
@R.function(private=True)
def f(x: R.Tensor((2,), "float32")):
    y = R.exp(x)
    return x

#| # from tvm.script import relax as R
#|
#| @R.function(private=True)
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     return x
