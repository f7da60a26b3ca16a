# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((4, 7), "float32"), i: R.Tensor((2, 1), "int32"), u: R.Tensor((2, 7), "float32"), v: R.Tensor((2, 1), "float32"), g: R.Tensor((4, 2), "float32"), at: R.Tensor((2,), "int32")):
    a = R.layout_transform(x, index_map=lambda p, q: (q, p // 2, p % 2))
    b = R.layout_transform(x, index_map=lambda p, q: (p, q // 4, q % 4), pad_value=1.0)
    c = R.scatter_nd(x, i, u, reduction="add")
    d = R.scatter_elements(x, i, v, axis=0, reduction="max")
    e = R.grad.take_backward(g, x, at, axis=1)
    return (a, b, c, d, e)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def scatter_elements(var_x: T.handle, var_i: T.handle, var_v: T.handle, out_buf: T.Buffer((T.int64(4), T.int64(7)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(var_x, (T.int64(4), T.int64(7)), offset_factor=1)
#|         i = T.match_buffer(var_i, (T.int64(2), T.int64(1)), "int32", offset_factor=1)
#|         v = T.match_buffer(var_v, (T.int64(2), T.int64(1)), offset_factor=1)
#|         with T.block("scatter_elements_generic"):
#|             T.reads()
#|             T.writes()
#|             for i_1 in T.parallel(T.int64(28)):
#|                 out_buf[i_1 // T.int64(7), i_1 % T.int64(7)] = x[i_1 // T.int64(7), i_1 % T.int64(7)]
#|             for fused in T.parallel(T.int64(1)):
#|                 for k in range(T.int64(2)):
#|                     out_buf[(fused * T.int64(28) + (T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)]) + T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)] < 0) * T.int64(4)) * T.int64(7)) // T.int64(7), (fused * T.int64(28) + (T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)]) + T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)] < 0) * T.int64(4)) * T.int64(7)) % T.int64(7)] = T.max(out_buf[(fused * T.int64(28) + (T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)]) + T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)] < 0) * T.int64(4)) * T.int64(7)) // T.int64(7), (fused * T.int64(28) + (T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)]) + T.Cast("int64", i[fused * T.int64(2) + k, T.int64(0)] < 0) * T.int64(4)) * T.int64(7)) % T.int64(7)], v[fused * T.int64(2) + k, T.int64(0)])
#|
#|     @T.prim_func(private=True)
#|     def scatter_nd(var_x: T.handle, i: T.Buffer((T.int64(2), T.int64(1)), "int32"), var_u: T.handle, out_buf: T.Buffer((T.int64(4), T.int64(7)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(var_x, (T.int64(4), T.int64(7)), offset_factor=1)
#|         u = T.match_buffer(var_u, (T.int64(2), T.int64(7)), offset_factor=1)
#|         # with T.block("root"):
#|         T_transpose = T.alloc_buffer((T.int64(1), T.int64(2)), "int32")
#|         for ax0, ax1 in T.grid(T.int64(1), T.int64(2)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(i[v_ax1, v_ax0])
#|                 T.writes(T_transpose[v_ax0, v_ax1])
#|                 T_transpose[v_ax0, v_ax1] = i[v_ax1, v_ax0]
#|         with T.block("scatter_nd_generic"):
#|             T.reads()
#|             T.writes()
#|             for i_1 in range(T.int64(28)):
#|                 out_buf[i_1 // T.int64(7), i_1 % T.int64(7)] = x[i_1 // T.int64(7), i_1 % T.int64(7)]
#|             for j in range(T.int64(2)):
#|                 for k in T.parallel(T.int64(7)):
#|                     out_buf[(k + T.int64(7) * T.Cast("int64", T_transpose[j // T.int64(2), j % T.int64(2)])) // T.int64(7), (k + T.int64(7) * T.Cast("int64", T_transpose[j // T.int64(2), j % T.int64(2)])) % T.int64(7)] = out_buf[(k + T.int64(7) * T.Cast("int64", T_transpose[j // T.int64(2), j % T.int64(2)])) // T.int64(7), (k + T.int64(7) * T.Cast("int64", T_transpose[j // T.int64(2), j % T.int64(2)])) % T.int64(7)] + u[(j * T.int64(7) + k) // T.int64(7), (j * T.int64(7) + k) % T.int64(7)]
#|
#|     @T.prim_func(private=True)
#|     def take_backward(var_g: T.handle, var_x: T.handle, var_at: T.handle, out_buf: T.Buffer((T.int64(4), T.int64(7)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         g = T.match_buffer(var_g, (T.int64(4), T.int64(2)), offset_factor=1)
#|         x = T.match_buffer(var_x, (T.int64(4), T.int64(7)), offset_factor=1)
#|         at = T.match_buffer(var_at, (T.int64(2),), "int32", offset_factor=1)
#|         with T.block("take_backward"):
#|             T.reads()
#|             T.writes()
#|             for i in range(T.int64(28)):
#|                 out_buf[i // T.int64(7), i % T.int64(7)] = T.float32(0.0)
#|             for parallel, serial in T.grid(T.int64(4), T.int64(2)):
#|                 out_buf[(parallel * T.int64(7) + T.Cast("int64", at[serial])) // T.int64(7), (parallel * T.int64(7) + T.Cast("int64", at[serial])) % T.int64(7)] = out_buf[(parallel * T.int64(7) + T.Cast("int64", at[serial])) // T.int64(7), (parallel * T.int64(7) + T.Cast("int64", at[serial])) % T.int64(7)] + g[(parallel * T.int64(2) + serial) // T.int64(2), (parallel * T.int64(2) + serial) % T.int64(2)]
#|
#|     @T.prim_func(private=True)
#|     def te_layout_transform(x: T.Buffer((T.int64(4), T.int64(7)), "float32"), te_layout_transform: T.Buffer((T.int64(7), T.int64(2), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for self, i0 in T.grid(T.int64(4), T.int64(7)):
#|             with T.block("te_layout_transform"):
#|                 v_self, v_i0 = T.axis.remap("SS", [self, i0])
#|                 T.reads(x[v_self, v_i0])
#|                 T.writes(te_layout_transform[v_i0, v_self // T.int64(2), v_self % T.int64(2)])
#|                 te_layout_transform[v_i0, v_self // T.int64(2), v_self % T.int64(2)] = x[v_self, v_i0]
#|
#|     @T.prim_func(private=True)
#|     def te_layout_transform_with_pad(x: T.Buffer((T.int64(4), T.int64(7)), "float32"), te_layout_transform_with_pad: T.Buffer((T.int64(4), T.int64(2), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for axis0, axis1, axis2 in T.grid(T.int64(4), T.int64(2), T.int64(4)):
#|             with T.block("te_layout_transform_with_pad"):
#|                 v_axis0, v_axis1, v_axis2 = T.axis.remap("SSS", [axis0, axis1, axis2])
#|                 T.reads(x[v_axis0, v_axis1 * T.int64(4) + v_axis2])
#|                 T.writes(te_layout_transform_with_pad[v_axis0, v_axis1, v_axis2])
#|                 te_layout_transform_with_pad[v_axis0, v_axis1, v_axis2] = T.if_then_else(v_axis1 == T.int64(1) and v_axis2 == T.int64(3), T.float32(1.0), x[v_axis0, v_axis1 * T.int64(4) + v_axis2])
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 7), dtype="float32"), i: R.Tensor((2, 1), dtype="int32"), u: R.Tensor((2, 7), dtype="float32"), v: R.Tensor((2, 1), dtype="float32"), g: R.Tensor((4, 2), dtype="float32"), at: R.Tensor((2,), dtype="int32")) -> R.Tuple(R.Tensor((7, 2, 2), dtype="float32"), R.Tensor((4, 2, 4), dtype="float32"), R.Tensor((4, 7), dtype="float32"), R.Tensor((4, 7), dtype="float32"), R.Tensor((4, 7), dtype="float32")):
#|         cls = Module
#|         a = R.call_tir(cls.te_layout_transform, (x,), out_sinfo=R.Tensor((7, 2, 2), dtype="float32"))
#|         b = R.call_tir(cls.te_layout_transform_with_pad, (x,), out_sinfo=R.Tensor((4, 2, 4), dtype="float32"))
#|         c = R.call_tir(cls.scatter_nd, (x, i, u), out_sinfo=R.Tensor((4, 7), dtype="float32"))
#|         d = R.call_tir(cls.scatter_elements, (x, i, v), out_sinfo=R.Tensor((4, 7), dtype="float32"))
#|         e = R.call_tir(cls.take_backward, (g, x, at), out_sinfo=R.Tensor((4, 7), dtype="float32"))
#|         return (a, b, c, d, e)
