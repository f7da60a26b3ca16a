# test: opt --rules=kernels.rules --passes=DeadCodeElimination
# A pattern's kernel stands for all that are equal to it, whatever their names; a replacement's comes into the module.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scaled(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for k in range(4):
            with T.block("scaled"):
                v = T.axis.spatial(4, k)
                b[v] = a[v] * T.float32(2)

    @T.prim_func(private=True)
    def scaled_more(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for k in range(4):
            with T.block("scaled"):
                v = T.axis.spatial(4, k)
                b[v] = a[v] * T.float32(3)

    @R.function
    def main(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.scaled, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.scaled_more, (a,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_dps_packed("host.half", (b,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(c)
        return c

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def half(X: T.Buffer((4,), "float32"), Y: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("half"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(X[vi])
#|                 T.writes(Y[vi])
#|                 Y[vi] = X[vi] * T.float32(0.5)
#|
#|     @T.prim_func(private=True)
#|     def scaled_more(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for k in range(4):
#|             with T.block("scaled"):
#|                 v = T.axis.spatial(4, k)
#|                 T.reads(a[v])
#|                 T.writes(b[v])
#|                 b[v] = a[v] * T.float32(3.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             a: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|             b = R.call_tir(cls.scaled_more, (a,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c = R.call_tir(cls.half, (b,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(c)
#|         return c
