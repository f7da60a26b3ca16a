# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((4, 6), "float32")):
    with R.dataflow():
        parts = R.split(x, 2, axis=1)
        a = R.permute_dims(parts[0], axes=[1, 0])
        b = R.reshape(parts[1], R.shape([3, 4]))
        c = R.strided_slice(x, axes=[0, 1], begin=[3, 1], end=[-5, 5], strides=[-1, 1])
        d = R.add(a, b)
        e = R.reshape(x, R.shape([2, 12]))
        f = R.sum(R.permute_dims(e, axes=[1, 0]), axis=[1])
        out = (d, (R.exp(c), f))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), out: T.Buffer((T.int64(3), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[T.min(v_ax1, (v_ax0 * T.int64(4) + v_ax1) // T.int64(3)):T.min(v_ax1, (v_ax0 * T.int64(4) + v_ax1) // T.int64(3)) + (T.max(v_ax1, (v_ax0 * T.int64(4) + v_ax1) // T.int64(3)) + T.int64(1) - T.min(v_ax1, (v_ax0 * T.int64(4) + v_ax1) // T.int64(3))), T.min(v_ax0, (v_ax0 * T.int64(4) + v_ax1) % T.int64(3) + T.int64(3)):T.min(v_ax0, (v_ax0 * T.int64(4) + v_ax1) % T.int64(3) + T.int64(3)) + (T.max(v_ax0, (v_ax0 * T.int64(4) + v_ax1) % T.int64(3) + T.int64(3)) + T.int64(1) - T.min(v_ax0, (v_ax0 * T.int64(4) + v_ax1) % T.int64(3) + T.int64(3)))])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = x[v_ax1, v_ax0] + x[(v_ax0 * T.int64(4) + v_ax1) // T.int64(3), (v_ax0 * T.int64(4) + v_ax1) % T.int64(3) + T.int64(3)]
#|
#|     @T.prim_func(private=True)
#|     def exp(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), out: T.Buffer((T.int64(4), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(4)):
#|             with T.block("exp"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[T.int64(3) - v_ax0, v_ax1 + T.int64(1)])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.exp(x[T.int64(3) - v_ax0, v_ax1 + T.int64(1)])
#|
#|     @T.prim_func(private=True)
#|     def sum(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), out: T.Buffer((T.int64(12),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_view = T.decl_buffer((T.int64(12), T.int64(2)), data=x.data, strides=(T.int64(1), T.int64(12)))
#|         for ax0, k0 in T.grid(T.int64(12), T.int64(2)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x_view[v_ax0, v_k0])
#|                 T.writes(out[v_ax0])
#|                 with T.init():
#|                     out[v_ax0] = T.float32(0.0)
#|                 out[v_ax0] = out[v_ax0] + x_view[v_ax0, v_k0]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((12,), dtype="float32"))):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.add, (x,), out_sinfo=R.Tensor((3, 4), dtype="float32"))
#|             lv1 = R.call_tir(cls.sum, (x,), out_sinfo=R.Tensor((12,), dtype="float32"))
#|             lv2 = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((12,), dtype="float32"))) = lv, (lv2, lv1)
#|             R.output(gv)
#|         return gv
