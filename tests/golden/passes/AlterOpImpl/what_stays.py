# test: opt --passes=AlterOpImpl --remarks
# Another number of parameters; a layout that cannot be undone; other shapes; an operator that nothing implements. A kernel that is
# called stays in the module.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def a(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"operator_name": "a"})
        for i in range(4):
            with T.block("a"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def a_impl(y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "a"})
        for i in range(4):
            with T.block("a"):
                vi = T.axis.spatial(4, i)
                y[vi] = T.float32(0.0)

    @T.prim_func(private=True)
    def b(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"operator_name": "b"})
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def b_impl(x: T.Buffer((4,), "float32"), y: T.Buffer((2,), "float32")):
        T.func_attr({"op_impl": "b", "op_buffer_transforms": [None, T.index_map(lambda i: (i // 2,))]})
        for i in range(2):
            with T.block("b"):
                vi = T.axis.spatial(2, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def c(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"operator_name": "c"})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def d(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"operator_name": "d"})
        for i in range(4):
            with T.block("d"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def d_impl(x: T.Buffer((4, 1), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "d", "op_buffer_transforms": [T.index_map(lambda i: (i // 2, i % 2)), None]})
        for i in range(4):
            with T.block("d"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi, 0]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            p = R.call_tir(cls.a, (x,), out_sinfo=R.Tensor((4,), "float32"))
            q = R.call_tir(cls.b, (p,), out_sinfo=R.Tensor((4,), "float32"))
            r = R.call_tir(cls.c, (q,), out_sinfo=R.Tensor((4,), "float32"))
            s = R.call_tir(cls.a_impl, R.tuple(), out_sinfo=R.Tensor((4,), "float32"))
            t = R.call_tir(cls.d, (s,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(r, t)
        return (r, t)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def a(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         T.func_attr({"operator_name": "a"})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("a"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi]
#|
#|     @T.prim_func(private=True)
#|     def a_impl(y: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_impl": "a"})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("a"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads()
#|                 T.writes(y[vi])
#|                 y[vi] = T.float32(0.0)
#|
#|     @T.prim_func(private=True)
#|     def b(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         T.func_attr({"operator_name": "b"})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi]
#|
#|     @T.prim_func(private=True)
#|     def c(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         T.func_attr({"operator_name": "c"})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("c"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi]
#|
#|     @T.prim_func(private=True)
#|     def d(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         T.func_attr({"operator_name": "d"})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("d"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi]
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             p = R.call_tir(cls.a, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             q = R.call_tir(cls.b, (p,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             r = R.call_tir(cls.c, (q,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             s = R.call_tir(cls.a_impl, R.tuple(), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             t = R.call_tir(cls.d, (s,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(r, t)
#|         return (r, t)
#| what_stays.py:66:17: remark: AlterOpImpl: the replacement has another number of parameters [R0101]
#|                 p = R.call_tir(cls.a, (x,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:67:17: remark: AlterOpImpl: the layout of a result of the replacement cannot be undone [R0101]
#|                 q = R.call_tir(cls.b, (p,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:70:17: remark: AlterOpImpl: the replacement takes tensors of other shapes or dtypes [R0101]
#|                 t = R.call_tir(cls.d, (s,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
