# test: opt --passes=CanonicalizeBindings
# A field of a known tuple is the field; a tuple of all fields of another one is that one.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))):
    a = t[0]
    b = t[1]
    whole = (a, b)
    part = (b, a)
    c = part[0]
    d = R.exp(c)
    return (whole, d)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((3,), dtype="float32"))) -> R.Tuple(R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((3,), dtype="float32")), R.Tensor((3,), dtype="float32")):
#|     a: R.Tensor((2,), dtype="float32") = t[0]
#|     b: R.Tensor((3,), dtype="float32") = t[1]
#|     part: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")) = b, a
#|     d: R.Tensor((3,), dtype="float32") = R.exp(b)
#|     return (t, d)
