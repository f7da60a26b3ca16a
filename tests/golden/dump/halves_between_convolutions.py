# test: run --dump=kernels --fill=ones
# What a convolution reads lies in memory as float32, once it is rounded to float16, for whoever else reads it, too.
@R.function
def main(x: R.Tensor((1, 2, 5, 5), "float16"), w: R.Tensor((2, 2, 3, 3), "float16"), v: R.Tensor((2, 2, 1, 1), "float16")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.nn.relu(R.nn.conv2d(x, w, padding=1))
        z = R.add(R.nn.conv2d(y, v), y)
        R.output(z)
    return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def conv2d_astype_astype_add(v: T.Buffer((T.int64(2), T.int64(2), T.int64(1), T.int64(1)), "float16"), rhs: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         conv2d = T.alloc_buffer((T.int64(2), T.int64(25)))
#|         rhs_view = T.decl_buffer((T.int64(2), T.int64(25)), data=rhs.data)
#|         out_view = T.decl_buffer((T.int64(2), T.int64(25)), "float16", data=out.data)
#|         rhs_view_1 = T.decl_buffer((T.int64(2), T.int64(25)), data=rhs.data)
#|         for i, j, k in T.grid(T.int64(2), T.int64(25), T.int64(2)):
#|             with T.block("conv2d"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(v[v_i, v_k, T.int64(0), T.int64(0)], rhs_view_1[v_k, v_j])
#|                 T.writes(conv2d[v_i, v_j])
#|                 with T.init():
#|                     conv2d[v_i, v_j] = T.float32(0.0)
#|                 conv2d[v_i, v_j] = conv2d[v_i, v_j] + T.Cast("float32", v[v_i, v_k, T.int64(0), T.int64(0)]) * rhs_view_1[v_k, v_j]
#|         for i, j in T.grid(T.int64(2), T.int64(25)):
#|             with T.block("add"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads(conv2d[v_i, v_j], rhs_view[v_i, v_j])
#|                 T.writes(out_view[v_i, v_j])
#|                 out_view[v_i, v_j] = T.Cast("float16", conv2d[v_i, v_j]) + T.Cast("float16", rhs_view[v_i, v_j])
#|
#|     @T.prim_func(private=True)
#|     def conv2d_relu_astype(w: T.Buffer((T.int64(2), T.int64(2), T.int64(3), T.int64(3)), "float16"), x: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float16"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         conv2d = T.alloc_buffer((T.int64(2), T.int64(5), T.int64(5)))
#|         out_view = T.decl_buffer((T.int64(2), T.int64(25)), data=out.data)
#|         for i, yy, xx, rc, ry, rx in T.grid(T.int64(2), T.int64(5), T.int64(5), T.int64(2), T.int64(3), T.int64(3)):
#|             with T.block("conv2d"):
#|                 v_i, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSRRR", [i, yy, xx, rc, ry, rx])
#|                 T.reads(w[v_i, v_rc, v_ry, v_rx], x[T.int64(0), v_rc, v_yy + v_ry - T.int64(1), v_xx + v_rx - T.int64(1)])
#|                 T.writes(conv2d[v_i, v_yy, v_xx])
#|                 with T.init():
#|                     conv2d[v_i, v_yy, v_xx] = T.float32(0.0)
#|                 conv2d[v_i, v_yy, v_xx] = conv2d[v_i, v_yy, v_xx] + T.Cast("float32", w[v_i, v_rc, v_ry, v_rx]) * T.if_then_else(T.int64(0) <= v_yy + v_ry - T.int64(1) and v_yy + v_ry - T.int64(1) < T.int64(5) and T.int64(0) <= v_xx + v_rx - T.int64(1) and v_xx + v_rx - T.int64(1) < T.int64(5), T.Cast("float32", x[T.int64(0), v_rc, v_yy + v_ry - T.int64(1), v_xx + v_rx - T.int64(1)]), T.float32(0.0))
#|         for i, yy, xx in T.grid(T.int64(2), T.int64(5), T.int64(5)):
#|             with T.block("astype"):
#|                 v_i, v_yy, v_xx = T.axis.remap("SSS", [i, yy, xx])
#|                 T.reads(conv2d[v_i, v_yy, v_xx])
#|                 T.writes(out_view[v_i, v_yy * T.int64(5) + v_xx])
#|                 out_view[v_i, v_yy * T.int64(5) + v_xx] = T.Cast("float32", T.max(T.Cast("float16", conv2d[v_i, v_yy, v_xx]), T.float16(0.0)))
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 2, 5, 5), dtype="float16"), w: R.Tensor((2, 2, 3, 3), dtype="float16"), v: R.Tensor((2, 2, 1, 1), dtype="float16")) -> R.Tensor((1, 2, 5, 5), dtype="float16"):
#|         R.func_attr({"num_input": 1})
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.conv2d_relu_astype, (w, x), out_sinfo=R.Tensor((1, 2, 5, 5), dtype="float32"))
#|             gv = R.call_tir(cls.conv2d_astype_astype_add, (v, lv), out_sinfo=R.Tensor((1, 2, 5, 5), dtype="float16"))
#|             R.output(gv)
#|         return gv
