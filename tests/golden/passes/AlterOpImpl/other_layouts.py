# test: opt --passes=AlterOpImpl --check-each=4
# Two results, of which one keeps its layout; an argument that is a number; axis separators.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def some(a: T.Buffer((8,), "float32"), s: T.Buffer((), "float32"), p: T.Buffer((8,), "float32"), q: T.Buffer((8,), "float32")):
        T.func_attr({"operator_name": "my.some"})
        for i in range(8):
            with T.block("some"):
                vi = T.axis.spatial(8, i)
                p[vi] = a[vi] + s[()]
                q[vi] = a[vi] - s[()]

    @T.prim_func(private=True)
    def some_4x2(a: T.Buffer((2, 4), "float32"), s: T.Buffer((), "float32"), p: T.Buffer((2, 4), "float32"), q: T.Buffer((8,), "float32")):
        T.func_attr({"op_impl": "my.some", "op_buffer_transforms": [T.index_map(lambda i: (i // 4, i % 4)), None, T.index_map(lambda i: (i // 4, i % 4)), None], "op_buffer_axis_separators": [[1], [], [1], []], "my.hint": 3})
        for i, j in T.grid(2, 4):
            with T.block("some"):
                vi, vj = T.axis.remap("SS", [i, j])
                p[vi, vj] = a[vi, vj] + s[()]
                q[vi * 4 + vj] = a[vi, vj] - s[()]

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.some, (x, R.const(2.0)), out_sinfo=[R.Tensor((8,), "float32"), R.Tensor((8,), "float32")])
            R.output(y)
        z = R.call_tir(cls.some, (y[0], R.const(3.0)), out_sinfo=[R.Tensor((8,), "float32"), R.Tensor((8,), "float32")])
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def my_some_replacement(a: T.Buffer((2, 4), "float32"), s: T.Buffer((), "float32"), p: T.Buffer((2, 4), "float32"), q: T.Buffer((8,), "float32")):
#|         T.func_attr({"my.hint": 3, "operator_name": "my.some"})
#|         # with T.block("root"):
#|         for i, j in T.grid(2, 4):
#|             with T.block("some"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(a[vi, vj], s[()])
#|                 T.writes(p[vi, vj], q[vi * 4 + vj])
#|                 p[vi, vj] = a[vi, vj] + s[()]
#|                 q[vi * 4 + vj] = a[vi, vj] - s[()]
#|
#|     @T.prim_func(private=True)
#|     def some(a: T.Buffer((8,), "float32"), s: T.Buffer((), "float32"), p: T.Buffer((8,), "float32"), q: T.Buffer((8,), "float32")):
#|         T.func_attr({"operator_name": "my.some"})
#|         # with T.block("root"):
#|         for i in range(8):
#|             with T.block("some"):
#|                 vi = T.axis.spatial(8, i)
#|                 T.reads(a[vi], s[()])
#|                 T.writes(p[vi], q[vi])
#|                 p[vi] = a[vi] + s[()]
#|                 q[vi] = a[vi] - s[()]
#|
#|     @R.function
#|     def main(x: R.Tensor((8,), dtype="float32")) -> R.Tuple(R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((2, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|             lv1 = R.call_tir(cls.my_some_replacement, (lv, R.const(2.0, "float32")), out_sinfo=[R.Tensor((2, 4), dtype="float32"), R.Tensor((8,), dtype="float32")])
#|             lv2: R.Tensor((2, 4), dtype="float32") = lv1[0]
#|             lv3: R.Tensor((8,), dtype="float32") = R.layout_transform(lv2, index_map=T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|             lv4: R.Tensor((8,), dtype="float32") = lv1[1]
#|             y: R.Tuple(R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")) = lv3, lv4
#|             R.output(y)
#|         gv: R.Tensor((8,), dtype="float32") = y[0]
#|         gv_1: R.Tensor((2, 4), dtype="float32") = R.layout_transform(gv, index_map=T.index_map(lambda i: (i // 4, i % 4)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|         gv1 = R.call_tir(cls.my_some_replacement, (gv_1, R.const(3.0, "float32")), out_sinfo=[R.Tensor((2, 4), dtype="float32"), R.Tensor((8,), dtype="float32")])
#|         gv2: R.Tensor((2, 4), dtype="float32") = gv1[0]
#|         gv3: R.Tensor((8,), dtype="float32") = R.layout_transform(gv2, index_map=T.index_map(lambda axis0, axis1: (axis0 * 4 + axis1,)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|         gv4: R.Tensor((8,), dtype="float32") = gv1[1]
#|         z: R.Tuple(R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")) = gv3, gv4
#|         return z
#| 1 pass checked by running: 4 runs agree
