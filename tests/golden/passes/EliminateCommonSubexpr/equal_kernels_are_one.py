# test: opt --passes=EliminateCommonSubexpr,CanonicalizeBindings,DeadCodeElimination
# Names make no difference to a kernel; one number does. The kernel that others know stands for the private ones.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.block("twice"):
                vi = T.axis.spatial(T.int64(4), i)
                y[vi] = x[vi] * T.float32(2)

    @T.prim_func
    def doubled(a: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32")):
        for k in range(T.int64(4)):
            with T.block("doubled"):
                v = T.axis.spatial(T.int64(4), k)
                b[v] = a[v] * T.float32(2)

    @T.prim_func(private=True)
    def thrice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
        for i in range(T.int64(4)):
            with T.block("twice"):
                vi = T.axis.spatial(T.int64(4), i)
                y[vi] = x[vi] * T.float32(3)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.doubled, (x,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.thrice, (x,), out_sinfo=R.Tensor((4,), "float32"))
            d = R.add(R.add(a, b), c)
            R.output(d)
        return d

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def doubled(a: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32")):
#|         # with T.block("root"):
#|         for k in range(T.int64(4)):
#|             with T.block("doubled"):
#|                 v = T.axis.spatial(T.int64(4), k)
#|                 T.reads(a[v])
#|                 T.writes(b[v])
#|                 b[v] = a[v] * T.float32(2.0)
#|
#|     @T.prim_func(private=True)
#|     def thrice(x: T.Buffer((T.int64(4),), "float32"), y: T.Buffer((T.int64(4),), "float32")):
#|         # with T.block("root"):
#|         for i in range(T.int64(4)):
#|             with T.block("twice"):
#|                 vi = T.axis.spatial(T.int64(4), i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi] * T.float32(3.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.doubled, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c = R.call_tir(cls.thrice, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             lv3: R.Tensor((4,), dtype="float32") = R.add(a, a)
#|             d: R.Tensor((4,), dtype="float32") = R.add(lv3, c)
#|             R.output(d)
#|         return d
