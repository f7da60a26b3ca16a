# test: opt --passes=ConvertToDataflow
# What the local function returns is bound in the same block, but not visible to it as a local variable.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.exp(x)
    @R.function
    def inner(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return a
    b = inner(x)
    return b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def inner(y: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|             return a
#|
#|         b: R.Tensor((2,), dtype="float32") = inner(x)
#|         R.output(a, b)
#|     return b
