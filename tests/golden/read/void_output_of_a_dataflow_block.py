# test: fmt --verify-roundtrip
# TVM shows a variable without a value before the block that outputs it, and the call as a statement; the two are put together again.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    a: R.Tuple
    b: R.Tuple
    with R.dataflow():
        y = R.add(x, x)
        R.call_pure_packed("f", y, sinfo_args=R.Tuple())
        R.call_pure_packed("g", y, sinfo_args=R.Tuple())
        R.output(a, b)
    z = R.call_packed("h", a, sinfo_args=R.Object)
    return z

#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Object:
#|     a: R.Tuple
#|     b: R.Tuple
#|     with R.dataflow():
#|         y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|         R.call_pure_packed("f", y, sinfo_args=(R.Tuple,))
#|         R.call_pure_packed("g", y, sinfo_args=(R.Tuple,))
#|         R.output(a, b)
#|     z: R.Object = R.call_packed("h", R.tuple(), sinfo_args=(R.Object,))
#|     return z
