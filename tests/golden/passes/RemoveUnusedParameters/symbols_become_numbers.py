# test: opt --passes=RemoveUnusedParameters
# What told a symbol that is still needed goes, and the symbol comes in its place. A function that is a value stays, and so does a public one.
@I.ir_module
class Module:
    @R.function(private=True)
    def f(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m", "k"), "float32"), z: R.Tensor(("k",), "float32")):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        a: R.Tensor((m, n), "float32") = R.zeros(R.shape([m, n]), "float32")
        b = R.sum(z)
        return (a, b)

    @R.function(private=True)
    def g(x: R.Tensor, y: R.Tensor):
        return y

    @R.function
    def main(x: R.Tensor((2, "l"), "float32"), y: R.Tensor(("l", 3), "float32"), z: R.Tensor((3,), "float32")):
        cls = Module
        h = cls.g
        u = R.exp(x)
        r = cls.f(u, y, z)
        v = cls.g(x, y)
        w = h(x, y)
        return (r, v, w)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def f(z: R.Tensor(("k",), dtype="float32"), param_m: R.Prim(value="m"), param_n: R.Prim(value="n")) -> R.Tuple(R.Tensor(("m", "n"), dtype="float32"), R.Tensor((), dtype="float32")):
#|         m = T.int64()
#|         n = T.int64()
#|         k = T.int64()
#|         a: R.Tensor((m, n), dtype="float32") = R.zeros(R.shape([m, n]), dtype="float32")
#|         b: R.Tensor((), dtype="float32") = R.sum(z, axis=None, keepdims=False)
#|         return (a, b)
#|
#|     @R.function(private=True)
#|     def g(x: R.Tensor, y: R.Tensor) -> R.Tensor:
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((2, "l"), dtype="float32"), y: R.Tensor(("l", 3), dtype="float32"), z: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor(("l", 2), dtype="float32"), R.Tensor((), dtype="float32")), R.Tensor, R.Tensor):
#|         l = T.int64()
#|         cls = Module
#|         h: R.Callable((R.Tensor, R.Tensor), R.Tensor, True) = cls.g
#|         r: R.Tuple(R.Tensor((l, 2), dtype="float32"), R.Tensor((), dtype="float32")) = cls.f(z, R.prim_value(l), R.prim_value(2))
#|         v: R.Tensor = cls.g(x, y)
#|         w: R.Tensor = h(x, y)
#|         return (r, v, w)
