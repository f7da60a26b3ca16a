# test: opt --passes=ConvertToDataflow{min-size=1}
# Every region is converted; the conditional itself stays outside.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    @R.function
    def twice(p: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        q = R.add(p, p)
        return q

    if c:
        a = R.exp(x)
        b = R.log(a)
        y = twice(b)
    else:
        a = R.log(x)
        y = R.negative(a)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def twice(p: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|             with R.dataflow():
#|                 q: R.Tensor((2,), dtype="float32") = R.add(p, p)
#|                 R.output(q)
#|             return q
#|
#|         R.output(twice)
#|     if c:
#|         with R.dataflow():
#|             a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|             b: R.Tensor((2,), dtype="float32") = R.log(a)
#|             y_then: R.Tensor((2,), dtype="float32") = twice(b)
#|             R.output(y_then)
#|         y: R.Tensor((2,), dtype="float32") = y_then
#|     else:
#|         with R.dataflow():
#|             a: R.Tensor((2,), dtype="float32") = R.log(x)
#|             y_else: R.Tensor((2,), dtype="float32") = R.negative(a)
#|             R.output(y_else)
#|         y: R.Tensor((2,), dtype="float32") = y_else
#|     return y
