# test: fmt --verify-roundtrip
# They return R.Object, and print as they were written.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32"), c: R.Object):
    a = R.invoke_pure_closure(c, (x,), sinfo_args=[])
    b = R.invoke_pure_closure(c, (x,))
    d = R.invoke_closure(c, (x,))
    e = R.call_pure_packed("f", x)
    f = R.call_packed("f", x)
    return (a, b, d, e, f)

#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((2,), dtype="float32"), c: R.Object) -> R.Tuple(R.Object, R.Object, R.Object, R.Object, R.Object):
#|     a: R.Object = R.invoke_pure_closure(c, (x,))
#|     b: R.Object = R.invoke_pure_closure(c, (x,))
#|     d: R.Object = R.invoke_closure(c, (x,))
#|     e: R.Object = R.call_pure_packed("f", x)
#|     f: R.Object = R.call_packed("f", x)
#|     return (a, b, d, e, f)
