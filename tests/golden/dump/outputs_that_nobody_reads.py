# test: run --dump=kernels --fill=ones
# What only they take is not computed: the running statistics, and of the second call all but the mean.
@R.function
def main(x: R.Tensor((2, 3), "float32"), g: R.Tensor((3,), "float32"), b: R.Tensor((3,), "float32"), m: R.Tensor((3,), "float32"), v: R.Tensor((3,), "float32")):
    with R.dataflow():
        first = R.nn.batch_norm(x, g, b, m, v, axis=1)
        y = first[0]
        second = R.nn.batch_norm(y, g, b, m, v, axis=1)
        n = second[1]
        out = (y, n)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def batch_norm(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(3),))
#|         for ax0, k0 in T.grid(T.int64(3), T.int64(2)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_k0, v_ax0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + x[v_k0, v_ax0]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("batch_norm"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(sum[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = sum[v_ax0] * T.float32(0.5)
#|
#|     @T.prim_func(private=True)
#|     def batch_norm_1(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_1: T.Buffer((T.int64(3),), "float32"), out: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(3),))
#|         for ax0, k0 in T.grid(T.int64(3), T.int64(2)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_k0, v_ax0], x_1[v_ax0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + (x[v_k0, v_ax0] - x_1[v_ax0]) * (x[v_k0, v_ax0] - x_1[v_ax0])
#|         for ax0 in range(T.int64(3)):
#|             with T.block("batch_norm"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(sum[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = sum[v_ax0] * T.float32(0.5)
#|
#|     @T.prim_func(private=True)
#|     def batch_norm_2(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), x_1: T.Buffer((T.int64(3),), "float32"), x_2: T.Buffer((T.int64(3),), "float32"), g: T.Buffer((T.int64(3),), "float32"), b: T.Buffer((T.int64(3),), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("batch_norm"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], x_1[v_ax1], x_2[v_ax1], g[v_ax1], b[v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = (x[v_ax0, v_ax1] - x_1[v_ax1]) / T.sqrt(x_2[v_ax1] + T.float32(1.0000000000000001e-05)) * g[v_ax1] + b[v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def batch_norm_3(m: T.Buffer((T.int64(3),), "float32"), x: T.Buffer((T.int64(3),), "float32"), out: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(3)):
#|             with T.block("batch_norm"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(m[v_ax0], x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.float32(0.90000000000000002) * m[v_ax0] + T.float32(0.10000000000000001) * x[v_ax0]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.batch_norm, (x,), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             lv1 = R.call_tir(cls.batch_norm_1, (x, lv), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             lv2 = R.call_tir(cls.batch_norm_2, (x, lv, lv1, g, b), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             lv3 = R.call_tir(cls.batch_norm, (lv2,), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             lv4 = R.call_tir(cls.batch_norm_3, (m, lv3), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv2, lv4
#|             R.output(gv)
#|         return gv
