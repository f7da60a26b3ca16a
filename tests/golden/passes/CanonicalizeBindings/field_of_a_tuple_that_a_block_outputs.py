# test: opt --passes=CanonicalizeBindings
# The tuple's field is local to the block: outside, only the tuple can be mentioned.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        t = (a, x)
        R.output(t)
    b = t[0]
    c = R.add(b, b)
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((2,), dtype="float32")) = a, x
#|         R.output(t)
#|     b: R.Tensor((2,), dtype="float32") = t[0]
#|     c: R.Tensor((2,), dtype="float32") = R.add(b, b)
#|     return c
