# test: opt --passes=AlterOpImpl --check-each=4
# What the layout adds is cut off behind the call, by one kernel for each rank.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def relu(a: T.Buffer((14,), "float32"), b: T.Buffer((14,), "float32")):
        T.func_attr({"operator_name": "relax.relu"})
        for i in range(14):
            with T.block("relu"):
                vi = T.axis.spatial(14, i)
                b[vi] = T.max(a[vi], T.float32(0.0))

    @T.prim_func(private=True)
    def relu_16(a: T.Buffer((16,), "float32"), b: T.Buffer((16,), "float32")):
        T.func_attr({"op_impl": "relax.relu", "op_buffer_transforms": [T.index_map(lambda i: (i % 16,)), T.index_map(lambda i: (i % 16,))]})
        for i in range(16):
            with T.block("relu"):
                vi = T.axis.spatial(16, i)
                b[vi] = T.max(a[vi], T.float32(0.0))

    @T.prim_func(private=True)
    def copy(a: T.Buffer((2, 6), "float32"), b: T.Buffer((2, 6), "float32"), c: T.Buffer((2, 6), "float32")):
        T.func_attr({"operator_name": "copy"})
        for i, j in T.grid(2, 6):
            with T.block("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                b[vi, vj] = a[vi, vj]
                c[vi, vj] = a[vi, vj]

    @T.prim_func(private=True)
    def copy_blocks(a: T.Buffer((2, 2, 4), "float32"), b: T.Buffer((2, 2, 4), "float32"), c: T.Buffer((2, 2, 4), "float32")):
        T.func_attr({"op_impl": "copy", "op_buffer_transforms": [T.index_map(lambda i, j: (j // 4, i, j % 4)), T.index_map(lambda i, j: (j // 4, i, j % 4)), T.index_map(lambda i, j: (j // 4, i, j % 4))]})
        for i, j, k in T.grid(2, 2, 4):
            with T.block("copy"):
                vi, vj, vk = T.axis.remap("SSS", [i, j, k])
                b[vi, vj, vk] = a[vi, vj, vk]
                c[vi, vj, vk] = a[vi, vj, vk]

    @R.function
    def main(x: R.Tensor((14,), "float32"), y: R.Tensor((2, 6), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((14,), "float32"))
            b = R.call_tir(cls.relu, (a,), out_sinfo=R.Tensor((14,), "float32"))
            c = R.call_tir(cls.copy, (y,), out_sinfo=[R.Tensor((2, 6), "float32"), R.Tensor((2, 6), "float32")])
            R.output(b, c)
        return (b, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def copy(a: T.Buffer((2, 6), "float32"), b: T.Buffer((2, 6), "float32"), c: T.Buffer((2, 6), "float32")):
#|         T.func_attr({"operator_name": "copy"})
#|         # with T.block("root"):
#|         for i, j in T.grid(2, 6):
#|             with T.block("copy"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(a[vi, vj])
#|                 T.writes(b[vi, vj], c[vi, vj])
#|                 b[vi, vj] = a[vi, vj]
#|                 c[vi, vj] = a[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def copy_replacement(a: T.Buffer((2, 2, 4), "float32"), b: T.Buffer((2, 2, 4), "float32"), c: T.Buffer((2, 2, 4), "float32")):
#|         T.func_attr({"operator_name": "copy"})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(2, 2, 4):
#|             with T.block("copy"):
#|                 vi, vj, vk = T.axis.remap("SSS", [i, j, k])
#|                 T.reads(a[vi, vj, vk])
#|                 T.writes(b[vi, vj, vk], c[vi, vj, vk])
#|                 b[vi, vj, vk] = a[vi, vj, vk]
#|                 c[vi, vj, vk] = a[vi, vj, vk]
#|
#|     @T.prim_func(private=True)
#|     def relax_relu_replacement(a: T.Buffer((16,), "float32"), b: T.Buffer((16,), "float32")):
#|         T.func_attr({"operator_name": "relax.relu"})
#|         # with T.block("root"):
#|         for i in range(16):
#|             with T.block("relu"):
#|                 vi = T.axis.spatial(16, i)
#|                 T.reads(a[vi])
#|                 T.writes(b[vi])
#|                 b[vi] = T.max(a[vi], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def relu(a: T.Buffer((14,), "float32"), b: T.Buffer((14,), "float32")):
#|         T.func_attr({"operator_name": "relax.relu"})
#|         # with T.block("root"):
#|         for i in range(14):
#|             with T.block("relu"):
#|                 vi = T.axis.spatial(14, i)
#|                 T.reads(a[vi])
#|                 T.writes(b[vi])
#|                 b[vi] = T.max(a[vi], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def remove_pad(var_input: T.handle, var_output: T.handle):
#|         T.func_attr({"operator_name": "remove_pad", "tir.noalias": T.bool(True)})
#|         p0 = T.int64()
#|         input = T.match_buffer(var_input, (p0,))
#|         i0 = T.int64()
#|         output = T.match_buffer(var_output, (i0,))
#|         # with T.block("root"):
#|         for ax0 in range(i0):
#|             with T.block("output"):
#|                 v_ax0 = T.axis.spatial(i0, ax0)
#|                 T.reads(input[v_ax0])
#|                 T.writes(output[v_ax0])
#|                 output[v_ax0] = input[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def remove_pad1(var_input: T.handle, var_output: T.handle):
#|         T.func_attr({"operator_name": "remove_pad", "tir.noalias": T.bool(True)})
#|         p0, p1 = T.int64(), T.int64()
#|         input = T.match_buffer(var_input, (p0, p1))
#|         i0, i1 = T.int64(), T.int64()
#|         output = T.match_buffer(var_output, (i0, i1))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(i0, i1):
#|             with T.block("output"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(input[v_ax0, v_ax1])
#|                 T.writes(output[v_ax0, v_ax1])
#|                 output[v_ax0, v_ax1] = input[v_ax0, v_ax1]
#|
#|     @R.function
#|     def main(x: R.Tensor((14,), dtype="float32"), y: R.Tensor((2, 6), dtype="float32")) -> R.Tuple(R.Tensor((14,), dtype="float32"), R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 6), dtype="float32"))):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((16,), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i: (i % 16,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv1 = R.call_tir(cls.relax_relu_replacement, (lv,), out_sinfo=R.Tensor((16,), dtype="float32"))
#|             lv2: R.Tensor((16,), dtype="float32") = R.layout_transform(lv1, index_map=T.index_map(lambda axis0: (axis0,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             a = R.call_tir(cls.remove_pad, (lv2,), out_sinfo=R.Tensor((14,), dtype="float32"))
#|             lv3: R.Tensor((16,), dtype="float32") = R.layout_transform(a, index_map=T.index_map(lambda i: (i % 16,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv4 = R.call_tir(cls.relax_relu_replacement, (lv3,), out_sinfo=R.Tensor((16,), dtype="float32"))
#|             lv5: R.Tensor((16,), dtype="float32") = R.layout_transform(lv4, index_map=T.index_map(lambda axis0: (axis0,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             b = R.call_tir(cls.remove_pad, (lv5,), out_sinfo=R.Tensor((14,), dtype="float32"))
#|             lv6: R.Tensor((2, 2, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i, j: (j // 4, i, j % 4)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv7 = R.call_tir(cls.copy_replacement, (lv6,), out_sinfo=[R.Tensor((2, 2, 4), dtype="float32"), R.Tensor((2, 2, 4), dtype="float32")])
#|             lv8: R.Tensor((2, 2, 4), dtype="float32") = lv7[0]
#|             lv9: R.Tensor((2, 2, 4), dtype="float32") = lv7[1]
#|             lv10: R.Tensor((2, 8), dtype="float32") = R.layout_transform(lv8, index_map=T.index_map(lambda axis0, axis1, axis2: (axis1, axis0 * 4 + axis2)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv11 = R.call_tir(cls.remove_pad1, (lv10,), out_sinfo=R.Tensor((2, 6), dtype="float32"))
#|             lv12: R.Tensor((2, 8), dtype="float32") = R.layout_transform(lv9, index_map=T.index_map(lambda axis0, axis1, axis2: (axis1, axis0 * 4 + axis2)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|             lv13 = R.call_tir(cls.remove_pad1, (lv12,), out_sinfo=R.Tensor((2, 6), dtype="float32"))
#|             c: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((2, 6), dtype="float32")) = lv11, lv13
#|             R.output(b, c)
#|         return (b, c)
#| 1 pass checked by running: 4 runs agree
