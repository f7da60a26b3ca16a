# test: opt --passes=LegalizeOps
@R.function
def main(g: R.Tensor((1, 2, 3, 3), "float32"), x: R.Tensor((1, 2, 6, 6), "float32"), one: R.Tensor((), "float32"), p: R.Tensor((3, 5), "float32"), t: R.Tensor((3,), "int64")):
    a = R.grad.max_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])
    b = R.grad.avg_pool2d_backward(g, x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
    c = R.grad.nll_loss_backward(one, p, t, ignore_index=2)
    return (a, b, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def avg_pool2d_backward(g: T.Buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(3)), "float32"), x: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32"), T_pool_grad: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2, ax3, wh, ww in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6), T.int64(2), T.int64(2)):
#|             with T.block("T_pool_grad"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3, v_wh, v_ww = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, wh, ww])
#|                 T.reads(g[v_ax0, v_ax1, T.Div(v_ax2 + T.int64(1), T.int64(2)) - v_wh, T.Div(v_ax3 + T.int64(1), T.int64(2)) - v_ww])
#|                 T.writes(T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 with T.init():
#|                     T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
#|                 T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] = T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] + T.if_then_else(T.Select(v_ax2 < T.int64(2), T.int64(0), T.Div(v_ax2 - T.int64(2), T.int64(2)) + T.int64(1)) <= T.Div(v_ax2 + T.int64(1), T.int64(2)) - v_wh and T.Div(v_ax2 + T.int64(1), T.int64(2)) - v_wh < T.int64(3) and T.Select(v_ax3 < T.int64(2), T.int64(0), T.Div(v_ax3 - T.int64(2), T.int64(2)) + T.int64(1)) <= T.Div(v_ax3 + T.int64(1), T.int64(2)) - v_ww and T.Div(v_ax3 + T.int64(1), T.int64(2)) - v_ww < T.int64(3), g[v_ax0, v_ax1, T.Div(v_ax2 + T.int64(1), T.int64(2)) - v_wh, T.Div(v_ax3 + T.int64(1), T.int64(2)) - v_ww] / T.Cast("float32", T.max((T.min(T.Div(v_ax2 + T.int64(1), T.int64(2)) * T.int64(2) + T.int64(2) - v_wh * T.int64(2), T.int64(6)) - T.max(T.Div(v_ax2 + T.int64(1), T.int64(2)) * T.int64(2) - v_wh * T.int64(2) - T.int64(1), T.int64(0))) * (T.min(T.Div(v_ax3 + T.int64(1), T.int64(2)) * T.int64(2) + T.int64(2) - v_ww * T.int64(2), T.int64(6)) - T.max(T.Div(v_ax3 + T.int64(1), T.int64(2)) * T.int64(2) - v_ww * T.int64(2) - T.int64(1), T.int64(0))), T.int64(1))), T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def max_pool2d_backward(g: T.Buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(3)), "float32"), x: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32"), T_pool_grad: T.Buffer((T.int64(1), T.int64(2), T.int64(6), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         maxpool_grad_argmax_v0 = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(3)), "int64")
#|         maxpool_grad_argmax_v1 = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(3)))
#|         for ax0, ax1, ax2, ax3, dh, dw in T.grid(T.int64(1), T.int64(2), T.int64(3), T.int64(3), T.int64(2), T.int64(2)):
#|             with T.block("maxpool_grad_argmax"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3, v_dh, v_dw = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, dh, dw])
#|                 T.reads(x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_dh, v_ax3 * T.int64(2) + v_dw])
#|                 T.writes(maxpool_grad_argmax_v0[v_ax0, v_ax1, v_ax2, v_ax3], maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 with T.init():
#|                     maxpool_grad_argmax_v0[v_ax0, v_ax1, v_ax2, v_ax3] = T.int64(-1)
#|                     maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(-340282346638528859811704183484516925440.0)
#|                 v_maxpool_grad_argmax_v0: T.int64 = T.Select(maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3] > x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_dh, v_ax3 * T.int64(2) + v_dw] or maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3] == x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_dh, v_ax3 * T.int64(2) + v_dw] and maxpool_grad_argmax_v0[v_ax0, v_ax1, v_ax2, v_ax3] < v_ax0 * T.int64(72) + v_ax1 * T.int64(36) + v_ax2 * T.int64(12) + v_dh * T.int64(6) + v_ax3 * T.int64(2) + v_dw, maxpool_grad_argmax_v0[v_ax0, v_ax1, v_ax2, v_ax3], v_ax0 * T.int64(72) + v_ax1 * T.int64(36) + v_ax2 * T.int64(12) + T.Cast("int64", v_dh) * T.int64(6) + v_ax3 * T.int64(2) + T.Cast("int64", v_dw))
#|                 v_maxpool_grad_argmax_v1: T.float32 = T.Select(maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3] > x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_dh, v_ax3 * T.int64(2) + v_dw], maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3], x[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_dh, v_ax3 * T.int64(2) + v_dw])
#|                 maxpool_grad_argmax_v0[v_ax0, v_ax1, v_ax2, v_ax3] = v_maxpool_grad_argmax_v0
#|                 maxpool_grad_argmax_v1[v_ax0, v_ax1, v_ax2, v_ax3] = v_maxpool_grad_argmax_v1
#|         for ax0, ax1, ax2, ax3, wh, ww in T.grid(T.int64(1), T.int64(2), T.int64(6), T.int64(6), T.int64(1), T.int64(1)):
#|             with T.block("T_pool_grad"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3, v_wh, v_ww = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, wh, ww])
#|                 T.reads(maxpool_grad_argmax_v0[v_ax0, v_ax1, T.Div(v_ax2, T.int64(2)) - v_wh, T.Div(v_ax3, T.int64(2)) - v_ww], g[v_ax0, v_ax1, T.Div(v_ax2, T.int64(2)) - v_wh, T.Div(v_ax3, T.int64(2)) - v_ww])
#|                 T.writes(T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 with T.init():
#|                     T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
#|                 T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] = T_pool_grad[v_ax0, v_ax1, v_ax2, v_ax3] + T.if_then_else(T.Select(v_ax2 < T.int64(2), T.int64(0), T.Div(v_ax2 - T.int64(2), T.int64(2)) + T.int64(1)) <= T.Div(v_ax2, T.int64(2)) - v_wh and T.Select(v_ax3 < T.int64(2), T.int64(0), T.Div(v_ax3 - T.int64(2), T.int64(2)) + T.int64(1)) <= T.Div(v_ax3, T.int64(2)) - v_ww and maxpool_grad_argmax_v0[v_ax0, v_ax1, T.Div(v_ax2, T.int64(2)) - v_wh, T.Div(v_ax3, T.int64(2)) - v_ww] == v_ax0 * T.int64(72) + v_ax1 * T.int64(36) + v_ax2 * T.int64(6) + v_ax3, g[v_ax0, v_ax1, T.Div(v_ax2, T.int64(2)) - v_wh, T.Div(v_ax3, T.int64(2)) - v_ww], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def te_nll_loss_backward_no_weight(one: T.Buffer((), "float32"), p: T.Buffer((T.int64(3), T.int64(5)), "float32"), t: T.Buffer((T.int64(3),), "int64"), pred_grad: T.Buffer((T.int64(3), T.int64(5)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         T_full = T.alloc_buffer((T.int64(5),))
#|         weights_new = T.alloc_buffer((T.int64(5),))
#|         all_weights = T.alloc_buffer((T.int64(3),))
#|         T_broadcast_to = T.alloc_buffer((T.int64(3),))
#|         all_weights_red = T.alloc_buffer(())
#|         T_divide = T.alloc_buffer((T.int64(3),))
#|         for ax0 in range(T.int64(5)):
#|             with T.block("T_full"):
#|                 v_ax0 = T.axis.spatial(T.int64(5), ax0)
#|                 T.reads()
#|                 T.writes(T_full[v_ax0])
#|                 T_full[v_ax0] = T.float32(1.0)
#|         for i in range(T.int64(5)):
#|             with T.block("weights_new"):
#|                 v_i = T.axis.spatial(T.int64(5), i)
#|                 T.reads(T_full[v_i])
#|                 T.writes(weights_new[v_i])
#|                 weights_new[v_i] = T.Select(v_i == T.int64(2), T.float32(0.0), T_full[v_i])
#|         for i0 in range(T.int64(3)):
#|             with T.block("all_weights"):
#|                 v_i0 = T.axis.spatial(T.int64(3), i0)
#|                 T.reads(weights_new[t[v_i0]], t[v_i0])
#|                 T.writes(all_weights[v_i0])
#|                 all_weights[v_i0] = weights_new[t[v_i0]]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_broadcast_to"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(one[()])
#|                 T.writes(T_broadcast_to[v_ax0])
#|                 T_broadcast_to[v_ax0] = one[()]
#|         for k0 in range(T.int64(3)):
#|             with T.block("all_weights_red"):
#|                 v_k0 = T.axis.reduce(T.int64(3), k0)
#|                 T.reads(all_weights[v_k0])
#|                 T.writes(all_weights_red[()])
#|                 with T.init():
#|                     all_weights_red[()] = T.float32(0.0)
#|                 all_weights_red[()] = all_weights_red[()] + all_weights[v_k0]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_divide"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(T_broadcast_to[v_ax0], all_weights_red[()])
#|                 T.writes(T_divide[v_ax0])
#|                 T_divide[v_ax0] = T_broadcast_to[v_ax0] / all_weights_red[()]
#|         for i0, i1 in T.grid(T.int64(3), T.int64(5)):
#|             with T.block("pred_grad"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(t[v_i0], all_weights[v_i0], T_divide[v_i0])
#|                 T.writes(pred_grad[v_i0, v_i1])
#|                 pred_grad[v_i0, v_i1] = T.Select(v_i1 == t[v_i0], all_weights[v_i0] * T.float32(-1.0) * T_divide[v_i0], T.float32(0.0))
#|
#|     @R.function
#|     def main(g: R.Tensor((1, 2, 3, 3), dtype="float32"), x: R.Tensor((1, 2, 6, 6), dtype="float32"), one: R.Tensor((), dtype="float32"), p: R.Tensor((3, 5), dtype="float32"), t: R.Tensor((3,), dtype="int64")) -> R.Tuple(R.Tensor((1, 2, 6, 6), dtype="float32"), R.Tensor((1, 2, 6, 6), dtype="float32"), R.Tensor((3, 5), dtype="float32")):
#|         cls = Module
#|         a = R.call_tir(cls.max_pool2d_backward, (g, x), out_sinfo=R.Tensor((1, 2, 6, 6), dtype="float32"))
#|         b = R.call_tir(cls.avg_pool2d_backward, (g, x), out_sinfo=R.Tensor((1, 2, 6, 6), dtype="float32"))
#|         c = R.call_tir(cls.te_nll_loss_backward_no_weight, (one, p, t), out_sinfo=R.Tensor((3, 5), dtype="float32"))
#|         return (a, b, c)
