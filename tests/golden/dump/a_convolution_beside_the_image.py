# test: run --dump=kernels --fill=ones
# Padding, stride, groups: elements beside the image are not loaded.
@R.function
def main(x: R.Tensor((1, 4, 7, 9), "float32"), w: R.Tensor((6, 2, 3, 3), "float32"), b: R.Tensor((1, 6, 1, 1), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        z = R.add(y, b)
        out = R.nn.relu(z)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def conv2d_add_relu(w: T.Buffer((T.int64(6), T.int64(2), T.int64(3), T.int64(3)), "float32"), x: T.Buffer((T.int64(1), T.int64(4), T.int64(7), T.int64(9)), "float32"), b: T.Buffer((T.int64(1), T.int64(6), T.int64(1), T.int64(1)), "float32"), out: T.Buffer((T.int64(1), T.int64(6), T.int64(4), T.int64(5)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         conv2d = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(4), T.int64(5)))
#|         out_view = T.decl_buffer((T.int64(6), T.int64(20)), data=out.data)
#|         for b0, i, yy, xx, rc, ry, rx in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(5), T.int64(2), T.int64(3), T.int64(3)):
#|             with T.block("conv2d"):
#|                 v_b0, v_i, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSSRRR", [b0, i, yy, xx, rc, ry, rx])
#|                 T.reads(w[v_b0 * T.int64(3) + v_i, v_rc, v_ry, v_rx], x[T.int64(0), v_b0 * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry - T.int64(1), v_xx * T.int64(2) + v_rx - T.int64(1)])
#|                 T.writes(conv2d[v_b0, v_i, v_yy, v_xx])
#|                 with T.init():
#|                     conv2d[v_b0, v_i, v_yy, v_xx] = T.float32(0.0)
#|                 conv2d[v_b0, v_i, v_yy, v_xx] = conv2d[v_b0, v_i, v_yy, v_xx] + w[v_b0 * T.int64(3) + v_i, v_rc, v_ry, v_rx] * T.if_then_else(T.int64(0) <= v_yy * T.int64(2) + v_ry - T.int64(1) and v_yy * T.int64(2) + v_ry - T.int64(1) < T.int64(7) and T.int64(0) <= v_xx * T.int64(2) + v_rx - T.int64(1) and v_xx * T.int64(2) + v_rx - T.int64(1) < T.int64(9), x[T.int64(0), v_b0 * T.int64(2) + v_rc, v_yy * T.int64(2) + v_ry - T.int64(1), v_xx * T.int64(2) + v_rx - T.int64(1)], T.float32(0.0))
#|         for b0, i, yy, xx in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(5)):
#|             with T.block("relu"):
#|                 v_b0, v_i, v_yy, v_xx = T.axis.remap("SSSS", [b0, i, yy, xx])
#|                 T.reads(conv2d[v_b0, v_i, v_yy, v_xx], b[T.int64(0), v_b0 * T.int64(3) + v_i, T.int64(0), T.int64(0)])
#|                 T.writes(out_view[v_b0 * T.int64(3) + v_i, v_yy * T.int64(5) + v_xx])
#|                 t: T.float32 = conv2d[v_b0, v_i, v_yy, v_xx] + b[T.int64(0), v_b0 * T.int64(3) + v_i, T.int64(0), T.int64(0)]
#|                 out_view[v_b0 * T.int64(3) + v_i, v_yy * T.int64(5) + v_xx] = T.max(t, T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 4, 7, 9), dtype="float32"), w: R.Tensor((6, 2, 3, 3), dtype="float32"), b: R.Tensor((1, 6, 1, 1), dtype="float32")) -> R.Tensor((1, 6, 4, 5), dtype="float32"):
#|         R.func_attr({"num_input": 1})
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.conv2d_add_relu, (w, x, b), out_sinfo=R.Tensor((1, 6, 4, 5), dtype="float32"))
#|             R.output(gv)
#|         return gv
