# test: opt --rules=kernels.rules
# A replacement calls the module's kernel where that does what the rule's does.
@I.ir_module
class Module:
    @T.prim_func
    def by_two(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for k in range(4):
            with T.block("by_two"):
                v = T.axis.spatial(4, k)
                b[v] = a[v] * T.float32(0.5)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.call_dps_packed("host.half", (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def by_two(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for k in range(4):
#|             with T.block("by_two"):
#|                 v = T.axis.spatial(4, k)
#|                 T.reads(a[v])
#|                 T.writes(b[v])
#|                 b[v] = a[v] * T.float32(0.5)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         y = R.call_tir(cls.by_two, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return y
