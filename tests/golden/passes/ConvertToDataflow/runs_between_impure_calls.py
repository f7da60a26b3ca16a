# test: opt --passes=ConvertToDataflow
# Runs of two and more pure bindings become blocks; a single one stays.
from tvm.script import ir as I, tir as T, relax as R

@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    a = R.exp(x)
    b = R.log(a)
    R.print(b, format="{}")
    c = R.exp(b)
    R.print(c, format="{}")
    d = R.exp(c)
    e = R.add(d, c)
    return e

#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         b: R.Tensor((2,), dtype="float32") = R.log(a)
#|         R.output(b)
#|     R.print(b, format=R.str("{}"))
#|     c: R.Tensor((2,), dtype="float32") = R.exp(b)
#|     R.print(c, format=R.str("{}"))
#|     with R.dataflow():
#|         d: R.Tensor((2,), dtype="float32") = R.exp(c)
#|         e: R.Tensor((2,), dtype="float32") = R.add(d, c)
#|         R.output(e)
#|     return e
