# test: fmt --verify-roundtrip
# A literal says them; only TVM keeps them in a metadata section.
@R.function
def main(x: R.Object):
    R.func_attr({"text": "a\nb"})
    return x

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Object) -> R.Object:
#|     R.func_attr({"text": "a\nb"})
#|     return x
