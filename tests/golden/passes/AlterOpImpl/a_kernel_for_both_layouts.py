# test: opt --passes=AlterOpImpl --check-each=2
# The replacement does what the kernel does; both calls get the other layout.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(a: T.Buffer((2, 2), "float32"), b: T.Buffer((2, 2), "float32")):
        T.func_attr({"operator_name": "twice"})
        for i, j in T.grid(2, 2):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vi, vj] * T.float32(2.0)

    @T.prim_func(private=True)
    def turned(a: T.Buffer((2, 2), "float32"), b: T.Buffer((2, 2), "float32")):
        T.func_attr({"op_impl": "twice", "op_buffer_transforms": [T.index_map(lambda i, j: (j, i)), T.index_map(lambda i, j: (j, i))]})
        for i, j in T.grid(2, 2):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vi, vj] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((2, 2), "float32"))
            z = R.call_tir(cls.twice, (y,), out_sinfo=R.Tensor((2, 2), "float32"))
            R.output(z)
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def twice(a: T.Buffer((2, 2), "float32"), b: T.Buffer((2, 2), "float32")):
#|         T.func_attr({"operator_name": "twice"})
#|         # with T.block("root"):
#|         for i, j in T.grid(2, 2):
#|             with T.block("b"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(a[vi, vj])
#|                 T.writes(b[vi, vj])
#|                 b[vi, vj] = a[vi, vj] * T.float32(2.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((2, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv1 = R.call_tir(cls.twice, (lv,), out_sinfo=R.Tensor((2, 2), dtype="float32"))
#|             y: R.Tensor((2, 2), dtype="float32") = R.layout_transform(lv1, index_map=T.index_map(lambda axis0, axis1: (axis1, axis0)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv2: R.Tensor((2, 2), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv3 = R.call_tir(cls.twice, (lv2,), out_sinfo=R.Tensor((2, 2), dtype="float32"))
#|             z: R.Tensor((2, 2), dtype="float32") = R.layout_transform(lv3, index_map=T.index_map(lambda axis0, axis1: (axis1, axis0)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             R.output(z)
#|         return z
#| 1 pass checked by running: 2 runs agree
