# test: fmt --verify-roundtrip
# As TVM 0.19 prints it, the function itself does not.
@R.function
def main(x: R.Tensor((4,), "float32")):
    f = R.ExternFunc("f", R.Callable((R.Tensor((4,), "float32"),), R.Tensor((4,), "float32"), True))
    g: R.Callable(ret=R.Tensor, purity=True) = R.ExternFunc("g")
    h: R.Callable = R.ExternFunc("h")
    y = f(x)
    z = R.call_pure_packed(g, y)
    w = R.call_pure_packed(h, y, sinfo_args=R.Tensor((2,), "float32"))
    return (y, z, w)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor, R.Tensor((2,), dtype="float32")):
#|     f: R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True) = R.ExternFunc("f")
#|     g: R.Callable(ret=R.Tensor, purity=True) = R.ExternFunc("g")
#|     h: R.Callable = R.ExternFunc("h")
#|     y: R.Tensor((4,), dtype="float32") = f(x)
#|     z: R.Tensor = R.call_pure_packed(g, y)
#|     w: R.Tensor((2,), dtype="float32") = R.call_pure_packed(h, y, sinfo_args=(R.Tensor((2,), dtype="float32"),))
#|     return (y, z, w)
