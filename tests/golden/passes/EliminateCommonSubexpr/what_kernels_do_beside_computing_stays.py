# test: opt --passes=EliminateCommonSubexpr
# Each call in place is another one, and what it writes to is nobody else's value; so with kernels that call what does
# anything, or that store to what they are given.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def count(x: T.Buffer((4,), "float32")):
        for i in range(4):
            x[i] = x[i] + T.float32(1)

    @T.prim_func(private=True)
    def drawn(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = x[i] + T.call_extern("float32", "random_number")

    @T.prim_func(private=True)
    def drawn_by_another(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.evaluate(Module.drawn(x.data, y.data))

    @T.prim_func(private=True)
    def moved(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = x[i]
            x[i] = T.float32(0)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        a = R.add(x, x)
        b = R.add(x, x)
        c = R.add(x, x)
        once = R.call_tir_inplace(cls.count, (a,), out_sinfo=R.Tensor((4,), "float32"), inplace_indices=[0])
        twice = R.call_tir_inplace(cls.count, (a,), out_sinfo=R.Tensor((4,), "float32"), inplace_indices=[0])
        d = R.call_tir(cls.drawn, (b,), out_sinfo=R.Tensor((4,), "float32"))
        e = R.call_tir(cls.drawn, (c,), out_sinfo=R.Tensor((4,), "float32"))
        f = R.call_tir(cls.drawn_by_another, (c,), out_sinfo=R.Tensor((4,), "float32"))
        g = R.call_tir(cls.drawn_by_another, (c,), out_sinfo=R.Tensor((4,), "float32"))
        h = R.call_tir(cls.moved, (once,), out_sinfo=R.Tensor((4,), "float32"))
        i = R.call_tir(cls.moved, (once,), out_sinfo=R.Tensor((4,), "float32"))
        return (twice, d, e, f, g, h, i)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def count(x: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             x[i] = x[i] + T.float32(1.0)
#|
#|     @T.prim_func(private=True)
#|     def drawn(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             y[i] = x[i] + T.call_extern("float32", "random_number")
#|
#|     @T.prim_func(private=True)
#|     def drawn_by_another(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         Module.drawn(x.data, y.data)
#|
#|     @T.prim_func(private=True)
#|     def moved(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             y[i] = x[i]
#|             x[i] = T.float32(0.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         a: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|         b: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|         c: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|         once: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.count, (a,), out_sinfo=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
#|         twice: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.count, (a,), out_sinfo=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
#|         d = R.call_tir(cls.drawn, (b,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         e = R.call_tir(cls.drawn, (c,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         f = R.call_tir(cls.drawn_by_another, (c,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         g = R.call_tir(cls.drawn_by_another, (c,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         h = R.call_tir(cls.moved, (once,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         i = R.call_tir(cls.moved, (once,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return (twice, d, e, f, g, h, i)
