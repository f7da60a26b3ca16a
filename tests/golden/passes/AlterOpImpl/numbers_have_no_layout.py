# test: opt --passes=AlterOpImpl --check-each=3
# Layouts are those of the buffers; a number that the call gives stands behind them.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def f(x: T.Buffer((3, 3), "float32"), y: T.Buffer((3, 3), "float32"), k: T.int64):
        T.func_attr({"operator_name": "my.f"})
        for i, j in T.grid(3, 3):
            with T.block("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = x[vi, vj] * T.Cast("float32", k)

    @T.prim_func(private=True)
    def f_transposed(x: T.Buffer((3, 3), "float32"), y: T.Buffer((3, 3), "float32"), k: T.int64):
        T.func_attr({"op_impl": "my.f", "op_buffer_transforms": [None, T.index_map(lambda i, j: (j, i))]})
        for i, j in T.grid(3, 3):
            with T.block("y"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vj, vi] = x[vi, vj] * T.Cast("float32", k)

    @R.function
    def main(x: R.Tensor((3, 3), "float32")):
        cls = Module
        y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((3, 3), "float32"), tir_vars=R.shape([2]))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def f(x: T.Buffer((3, 3), "float32"), y: T.Buffer((3, 3), "float32"), k: T.int64):
#|         T.func_attr({"operator_name": "my.f"})
#|         # with T.block("root"):
#|         for i, j in T.grid(3, 3):
#|             with T.block("y"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(x[vi, vj])
#|                 T.writes(y[vi, vj])
#|                 y[vi, vj] = x[vi, vj] * T.Cast("float32", k)
#|
#|     @T.prim_func(private=True)
#|     def my_f_replacement(x: T.Buffer((3, 3), "float32"), y: T.Buffer((3, 3), "float32"), k: T.int64):
#|         T.func_attr({"operator_name": "my.f"})
#|         # with T.block("root"):
#|         for i, j in T.grid(3, 3):
#|             with T.block("y"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(x[vi, vj])
#|                 T.writes(y[vj, vi])
#|                 y[vj, vi] = x[vi, vj] * T.Cast("float32", k)
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 3), dtype="float32")) -> R.Tensor((3, 3), dtype="float32"):
#|         cls = Module
#|         gv = R.call_tir(cls.my_f_replacement, (x,), out_sinfo=R.Tensor((3, 3), dtype="float32"), tir_vars=R.shape([2]))
#|         y: R.Tensor((3, 3), dtype="float32") = R.layout_transform(gv, index_map=T.index_map(lambda axis0, axis1: (axis1, axis0)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|         return y
#| 1 pass checked by running: 3 runs agree
