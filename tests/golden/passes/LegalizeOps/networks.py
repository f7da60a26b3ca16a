# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((1, 4, 6, "w"), "float32"), k: R.Tensor((8, 2, 3, 3), "float32"), t: R.Tensor((4, 2, 3, 3), "float32"), g: R.Tensor((6,), "float32"), rows: R.Tensor((3, 6), "float32"), classes: R.Tensor((3,), "int32")):
    a = R.nn.conv2d(x, k, strides=2, padding=1, groups=2)
    b = R.nn.conv2d_transpose(x, t, strides=2, padding=1, output_padding=1)
    c = R.nn.softmax(rows, axis=0)
    d = R.nn.nll_loss(R.nn.log_softmax(rows), classes)
    e = R.nn.layer_norm(rows, g, g, axes=[-1])
    f = R.nn.rms_norm(rows, g, axes=[-1])
    h = R.nn.gelu(R.nn.pad(rows, [0, 1, 2, 0]))
    return (a, b, c, d, e, f, h)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def conv2d(var_x: T.handle, k: T.Buffer((T.int64(8), T.int64(2), T.int64(3), T.int64(3)), "float32"), var_group_conv2d_nchw: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         w = T.int64()
#|         x = T.match_buffer(var_x, (T.int64(1), T.int64(4), T.int64(6), w))
#|         group_conv2d_nchw = T.match_buffer(var_group_conv2d_nchw, (T.int64(1), T.int64(8), T.int64(3), (w - T.int64(1)) // T.int64(2) + T.int64(1)))
#|         # with T.block("root"):
#|         pad_temp = T.alloc_buffer((T.int64(1), T.int64(4), T.int64(8), w + T.int64(2)))
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(8), w + T.int64(2)):
#|             with T.block("pad_temp"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
#|                 T.writes(pad_temp[v_i0, v_i1, v_i2, v_i3])
#|                 pad_temp[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(7) and T.int64(1) <= v_i3 and v_i3 <= w, x[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
#|         for nn, ff, yy, xx, rc, ry, rx in T.grid(T.int64(1), T.int64(8), T.int64(3), (w - T.int64(1)) // T.int64(2) + T.int64(1), T.int64(2), T.int64(3), T.int64(3)):
#|             with T.block("group_conv2d_nchw"):
#|                 v_nn, v_ff, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [nn, ff, yy, xx, rc, ry, rx])
#|                 T.reads(pad_temp[v_nn, v_ff // T.int64(4) * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry, v_xx * T.int64(2) + v_rx], k[v_ff, v_rc, v_ry, v_rx])
#|                 T.writes(group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx])
#|                 with T.init():
#|                     group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = T.float32(0.0)
#|                 group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] = group_conv2d_nchw[v_nn, v_ff, v_yy, v_xx] + pad_temp[v_nn, v_ff // T.int64(4) * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry, v_xx * T.int64(2) + v_rx] * k[v_ff, v_rc, v_ry, v_rx]
#|
#|     @T.prim_func(private=True)
#|     def conv2d_transpose(var_x: T.handle, t: T.Buffer((T.int64(4), T.int64(2), T.int64(3), T.int64(3)), "float32"), var_compute: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         w = T.int64()
#|         x = T.match_buffer(var_x, (T.int64(1), T.int64(4), T.int64(6), w))
#|         compute = T.match_buffer(var_compute, (T.int64(1), T.int64(2), T.int64(12), w * T.int64(2)))
#|         # with T.block("root"):
#|         data_dilate = T.alloc_buffer((T.int64(1), T.int64(4), T.int64(11), w * T.int64(2) - T.int64(1)))
#|         data_pad = T.alloc_buffer((T.int64(1), T.int64(4), T.int64(14), w * T.int64(2) + T.int64(2)))
#|         kernel_transform = T.alloc_buffer((T.int64(2), T.int64(4), T.int64(3), T.int64(3)))
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(11), w * T.int64(2) - T.int64(1)):
#|             with T.block("data_dilate"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)])
#|                 T.writes(data_dilate[v_i0, v_i1, v_i2, v_i3])
#|                 data_dilate[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(v_i2 % T.int64(2) == T.int64(0) and v_i3 % T.int64(2) == T.int64(0), x[v_i0, v_i1, v_i2 // T.int64(2), v_i3 // T.int64(2)], T.float32(0.0))
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(4), T.int64(14), w * T.int64(2) + T.int64(2)):
#|             with T.block("data_pad"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)])
#|                 T.writes(data_pad[v_i0, v_i1, v_i2, v_i3])
#|                 data_pad[v_i0, v_i1, v_i2, v_i3] = T.if_then_else(T.int64(1) <= v_i2 and v_i2 < T.int64(12) and T.int64(1) <= v_i3 and v_i3 < w * T.int64(2), data_dilate[v_i0, v_i1, v_i2 - T.int64(1), v_i3 - T.int64(1)], T.float32(0.0))
#|         for o, i, h, w_1 in T.grid(T.int64(2), T.int64(4), T.int64(3), T.int64(3)):
#|             with T.block("kernel_transform"):
#|                 v_o, v_i, v_h, v_w = T.axis.remap("SSSS", [o, i, h, w_1])
#|                 T.reads(t[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w])
#|                 T.writes(kernel_transform[v_o, v_i, v_h, v_w])
#|                 kernel_transform[v_o, v_i, v_h, v_w] = t[v_i, v_o, T.int64(2) - v_h, T.int64(2) - v_w]
#|         for b, c, h, w_1, dc, dh, dw in T.grid(T.int64(1), T.int64(2), T.int64(12), w * T.int64(2), T.int64(4), T.int64(3), T.int64(3)):
#|             with T.block("compute"):
#|                 v_b, v_c, v_h, v_w, v_dc, v_dh, v_dw = T.axis.remap("SSSSRRR", [b, c, h, w_1, dc, dh, dw])
#|                 T.reads(data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw], kernel_transform[v_c, v_dc, v_dh, v_dw])
#|                 T.writes(compute[v_b, v_c, v_h, v_w])
#|                 with T.init():
#|                     compute[v_b, v_c, v_h, v_w] = T.float32(0.0)
#|                 compute[v_b, v_c, v_h, v_w] = compute[v_b, v_c, v_h, v_w] + data_pad[v_b, v_dc, v_h + v_dh, v_w + v_dw] * kernel_transform[v_c, v_dc, v_dh, v_dw]
#|
#|     @T.prim_func(private=True)
#|     def gelu(gv7: T.Buffer((T.int64(4), T.int64(8)), "float32"), T_multiply: T.Buffer((T.int64(4), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_multiply_1 = T.alloc_buffer((T.int64(4), T.int64(8)))
#|         compute = T.alloc_buffer((T.int64(4), T.int64(8)))
#|         T_multiply_2 = T.alloc_buffer((T.int64(4), T.int64(8)))
#|         T_add = T.alloc_buffer((T.int64(4), T.int64(8)))
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(gv7[v_ax0, v_ax1])
#|                 T.writes(T_multiply_1[v_ax0, v_ax1])
#|                 T_multiply_1[v_ax0, v_ax1] = gv7[v_ax0, v_ax1] * T.float32(0.70710678118654757)
#|         for i0, i1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(T_multiply_1[v_i0, v_i1])
#|                 T.writes(compute[v_i0, v_i1])
#|                 compute[v_i0, v_i1] = T.erf(T_multiply_1[v_i0, v_i1])
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("T_multiply_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(compute[v_ax0, v_ax1])
#|                 T.writes(T_multiply_2[v_ax0, v_ax1])
#|                 T_multiply_2[v_ax0, v_ax1] = compute[v_ax0, v_ax1] * T.float32(0.5)
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_multiply_2[v_ax0, v_ax1])
#|                 T.writes(T_add[v_ax0, v_ax1])
#|                 T_add[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_2[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("T_multiply_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(gv7[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
#|                 T.writes(T_multiply[v_ax0, v_ax1])
#|                 T_multiply[v_ax0, v_ax1] = gv7[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def layer_norm(rows: T.Buffer((T.int64(3), T.int64(6)), "float32"), g: T.Buffer((T.int64(6),), "float32"), g_1: T.Buffer((T.int64(6),), "float32"), T_layer_norm: T.Buffer((T.int64(3), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         rows_red_temp_v0 = T.alloc_buffer((T.int64(3),))
#|         rows_red_temp_v1 = T.alloc_buffer((T.int64(3),))
#|         for ax0, k1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("rows_red_temp"):
#|                 v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
#|                 T.reads(rows[v_ax0, v_k1])
#|                 T.writes(rows_red_temp_v0[v_ax0], rows_red_temp_v1[v_ax0])
#|                 with T.init():
#|                     rows_red_temp_v0[v_ax0] = T.float32(0.0)
#|                     rows_red_temp_v1[v_ax0] = T.float32(0.0)
#|                 v_rows_red_temp_v0: T.float32 = rows_red_temp_v0[v_ax0] + rows[v_ax0, v_k1]
#|                 v_rows_red_temp_v1: T.float32 = rows_red_temp_v1[v_ax0] + rows[v_ax0, v_k1] * rows[v_ax0, v_k1]
#|                 rows_red_temp_v0[v_ax0] = v_rows_red_temp_v0
#|                 rows_red_temp_v1[v_ax0] = v_rows_red_temp_v1
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_layer_norm"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(rows[v_ax0, v_ax1], rows_red_temp_v0[v_ax0], rows_red_temp_v1[v_ax0], g[v_ax1], g_1[v_ax1])
#|                 T.writes(T_layer_norm[v_ax0, v_ax1])
#|                 T_layer_norm[v_ax0, v_ax1] = (rows[v_ax0, v_ax1] - rows_red_temp_v0[v_ax0] * T.float32(0.16666666666666666)) * T.rsqrt(rows_red_temp_v1[v_ax0] * T.float32(0.16666666666666666) - rows_red_temp_v0[v_ax0] * T.float32(0.16666666666666666) * (rows_red_temp_v0[v_ax0] * T.float32(0.16666666666666666)) + T.float32(1.0000000000000001e-05)) * g[v_ax1] + g_1[v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def log_softmax(rows: T.Buffer((T.int64(3), T.int64(6)), "float32"), compute: T.Buffer((T.int64(3), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_softmax_maxelem = T.alloc_buffer((T.int64(3),))
#|         compute_1 = T.alloc_buffer((T.int64(3),))
#|         for i0, k in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_softmax_maxelem"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(rows[v_i0, v_k])
#|                 T.writes(T_softmax_maxelem[v_i0])
#|                 with T.init():
#|                     T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
#|                 T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], rows[v_i0, v_k])
#|         for i0, k in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("compute"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(rows[v_i0, v_k], T_softmax_maxelem[v_i0])
#|                 T.writes(compute_1[v_i0])
#|                 with T.init():
#|                     compute_1[v_i0] = T.float32(0.0)
#|                 compute_1[v_i0] = compute_1[v_i0] + T.exp(rows[v_i0, v_k] - T_softmax_maxelem[v_i0])
#|         for i0, i1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("compute_1"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(rows[v_i0, v_i1], T_softmax_maxelem[v_i0], compute_1[v_i0])
#|                 T.writes(compute[v_i0, v_i1])
#|                 T.block_attr({"axis": 1})
#|                 compute[v_i0, v_i1] = rows[v_i0, v_i1] - T_softmax_maxelem[v_i0] - T.log(compute_1[v_i0])
#|
#|     @T.prim_func(private=True)
#|     def nll_loss_without_weight(gv3: T.Buffer((T.int64(3), T.int64(6)), "float32"), classes: T.Buffer((T.int64(3),), "int32"), T_divide: T.Buffer((), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_full = T.alloc_buffer((T.int64(6),))
#|         nll_loss = T.alloc_buffer((T.int64(3),))
#|         nll_loss_red = T.alloc_buffer(())
#|         nll_loss_1 = T.alloc_buffer((T.int64(3),))
#|         nll_loss_red_1 = T.alloc_buffer(())
#|         for ax0 in range(T.int64(6)):
#|             with T.block("T_full"):
#|                 v_ax0 = T.axis.spatial(T.int64(6), ax0)
#|                 T.reads()
#|                 T.writes(T_full[v_ax0])
#|                 T_full[v_ax0] = T.float32(1.0)
#|         for ax0 in range(T.int64(3)):
#|             with T.block("nll_loss"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(classes[v_ax0], gv3[v_ax0, classes[v_ax0]], T_full[classes[v_ax0]])
#|                 T.writes(nll_loss[v_ax0])
#|                 nll_loss[v_ax0] = T.Select(T.Cast("int64", classes[v_ax0]) != T.int64(-100), (T.float32(0.0) - gv3[v_ax0, classes[v_ax0]]) * T_full[classes[v_ax0]], T.float32(0.0))
#|         for k0 in range(T.int64(3)):
#|             with T.block("nll_loss_red"):
#|                 v_k0 = T.axis.reduce(T.int64(3), k0)
#|                 T.reads(nll_loss[v_k0])
#|                 T.writes(nll_loss_red[()])
#|                 with T.init():
#|                     nll_loss_red[()] = T.float32(0.0)
#|                 nll_loss_red[()] = nll_loss_red[()] + nll_loss[v_k0]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("nll_loss_1"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(classes[v_ax0], T_full[classes[v_ax0]])
#|                 T.writes(nll_loss_1[v_ax0])
#|                 nll_loss_1[v_ax0] = T.Select(T.Cast("int64", classes[v_ax0]) != T.int64(-100), T_full[classes[v_ax0]], T.float32(0.0))
#|         for k0 in range(T.int64(3)):
#|             with T.block("nll_loss_red_1"):
#|                 v_k0 = T.axis.reduce(T.int64(3), k0)
#|                 T.reads(nll_loss_1[v_k0])
#|                 T.writes(nll_loss_red_1[()])
#|                 with T.init():
#|                     nll_loss_red_1[()] = T.float32(0.0)
#|                 nll_loss_red_1[()] = nll_loss_red_1[()] + nll_loss_1[v_k0]
#|         with T.block("T_divide"):
#|             vi = T.axis.spatial(1, T.int64(0))
#|             T.reads(nll_loss_red[()], nll_loss_red_1[()])
#|             T.writes(T_divide[()])
#|             T_divide[()] = nll_loss_red[()] / nll_loss_red_1[()]
#|
#|     @T.prim_func(private=True)
#|     def pad(rows: T.Buffer((T.int64(3), T.int64(6)), "float32"), PadInput: T.Buffer((T.int64(4), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("PadInput"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(rows[v_i0, v_i1 - T.int64(2)])
#|                 T.writes(PadInput[v_i0, v_i1])
#|                 PadInput[v_i0, v_i1] = T.if_then_else(T.int64(0) <= v_i0 and v_i0 < T.int64(3) and T.int64(2) <= v_i1 and v_i1 < T.int64(8), rows[v_i0, v_i1 - T.int64(2)], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def rms_norm(rows: T.Buffer((T.int64(3), T.int64(6)), "float32"), g: T.Buffer((T.int64(6),), "float32"), T_cast: T.Buffer((T.int64(3), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_cast_1 = T.alloc_buffer((T.int64(3), T.int64(6)))
#|         T_multiply = T.alloc_buffer((T.int64(3), T.int64(6)))
#|         T_multiply_red = T.alloc_buffer((T.int64(3),))
#|         rsqrt = T.alloc_buffer((T.int64(3),))
#|         T_cast_2 = T.alloc_buffer((T.int64(6),))
#|         T_rms_norm = T.alloc_buffer((T.int64(3), T.int64(6)))
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_cast"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(rows[v_ax0, v_ax1])
#|                 T.writes(T_cast_1[v_ax0, v_ax1])
#|                 T_cast_1[v_ax0, v_ax1] = rows[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_cast_1[v_ax0, v_ax1])
#|                 T.writes(T_multiply[v_ax0, v_ax1])
#|                 T_multiply[v_ax0, v_ax1] = T_cast_1[v_ax0, v_ax1] * T_cast_1[v_ax0, v_ax1]
#|         for ax0, k1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_multiply_red"):
#|                 v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
#|                 T.reads(T_multiply[v_ax0, v_k1])
#|                 T.writes(T_multiply_red[v_ax0])
#|                 with T.init():
#|                     T_multiply_red[v_ax0] = T.float32(0.0)
#|                 T_multiply_red[v_ax0] = T_multiply_red[v_ax0] + T_multiply[v_ax0, v_k1]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("rsqrt"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(T_multiply_red[v_ax0])
#|                 T.writes(rsqrt[v_ax0])
#|                 rsqrt[v_ax0] = T.rsqrt(T_multiply_red[v_ax0] * T.float32(0.16666666666666666) + T.float32(1.0000000000000001e-05))
#|         for ax0 in range(T.int64(6)):
#|             with T.block("T_cast_1"):
#|                 v_ax0 = T.axis.spatial(T.int64(6), ax0)
#|                 T.reads(g[v_ax0])
#|                 T.writes(T_cast_2[v_ax0])
#|                 T_cast_2[v_ax0] = g[v_ax0]
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_rms_norm"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(rsqrt[v_ax0], T_cast_1[v_ax0, v_ax1], T_cast_2[v_ax1])
#|                 T.writes(T_rms_norm[v_ax0, v_ax1])
#|                 T_rms_norm[v_ax0, v_ax1] = rsqrt[v_ax0] * T_cast_1[v_ax0, v_ax1] * T_cast_2[v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_cast_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_rms_norm[v_ax0, v_ax1])
#|                 T.writes(T_cast[v_ax0, v_ax1])
#|                 T_cast[v_ax0, v_ax1] = T_rms_norm[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def softmax(rows: T.Buffer((T.int64(3), T.int64(6)), "float32"), T_softmax_norm: T.Buffer((T.int64(3), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_softmax_maxelem = T.alloc_buffer((T.int64(6),))
#|         T_softmax_exp = T.alloc_buffer((T.int64(3), T.int64(6)))
#|         T_softmax_expsum = T.alloc_buffer((T.int64(6),))
#|         for i0, k in T.grid(T.int64(6), T.int64(3)):
#|             with T.block("T_softmax_maxelem"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(rows[v_k, v_i0])
#|                 T.writes(T_softmax_maxelem[v_i0])
#|                 with T.init():
#|                     T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
#|                 T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], rows[v_k, v_i0])
#|         for i0, i1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_softmax_exp"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(rows[v_i0, v_i1], T_softmax_maxelem[v_i1])
#|                 T.writes(T_softmax_exp[v_i0, v_i1])
#|                 T_softmax_exp[v_i0, v_i1] = T.exp(rows[v_i0, v_i1] - T_softmax_maxelem[v_i1])
#|         for i0, k in T.grid(T.int64(6), T.int64(3)):
#|             with T.block("T_softmax_expsum"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(T_softmax_exp[v_k, v_i0])
#|                 T.writes(T_softmax_expsum[v_i0])
#|                 with T.init():
#|                     T_softmax_expsum[v_i0] = T.float32(0.0)
#|                 T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_k, v_i0]
#|         for i0, i1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_softmax_norm"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i1])
#|                 T.writes(T_softmax_norm[v_i0, v_i1])
#|                 T.block_attr({"axis": 0})
#|                 T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i1]
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 4, 6, "w"), dtype="float32"), k: R.Tensor((8, 2, 3, 3), dtype="float32"), t: R.Tensor((4, 2, 3, 3), dtype="float32"), g: R.Tensor((6,), dtype="float32"), rows: R.Tensor((3, 6), dtype="float32"), classes: R.Tensor((3,), dtype="int32")) -> R.Tuple(R.Tensor((1, 8, 3, "(w - 1) // 2 + 1"), dtype="float32"), R.Tensor((1, 2, 12, "w * 2"), dtype="float32"), R.Tensor((3, 6), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((3, 6), dtype="float32"), R.Tensor((3, 6), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
#|         w = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.conv2d, (x, k), out_sinfo=R.Tensor((1, 8, 3, (w - 1) // 2 + 1), dtype="float32"))
#|         b = R.call_tir(cls.conv2d_transpose, (x, t), out_sinfo=R.Tensor((1, 2, 12, w * 2), dtype="float32"))
#|         c = R.call_tir(cls.softmax, (rows,), out_sinfo=R.Tensor((3, 6), dtype="float32"))
#|         gv3 = R.call_tir(cls.log_softmax, (rows,), out_sinfo=R.Tensor((3, 6), dtype="float32"))
#|         d = R.call_tir(cls.nll_loss_without_weight, (gv3, classes), out_sinfo=R.Tensor((), dtype="float32"))
#|         e = R.call_tir(cls.layer_norm, (rows, g, g), out_sinfo=R.Tensor((3, 6), dtype="float32"))
#|         f = R.call_tir(cls.rms_norm, (rows, g), out_sinfo=R.Tensor((3, 6), dtype="float32"))
#|         gv7 = R.call_tir(cls.pad, (rows,), out_sinfo=R.Tensor((4, 8), dtype="float32"))
#|         h = R.call_tir(cls.gelu, (gv7,), out_sinfo=R.Tensor((4, 8), dtype="float32"))
#|         return (a, b, c, d, e, f, h)
