# test: run --dump=kernels --fill=ones
# T.max(a, b) is a > b ? a : b; a reduction keeps a NaN on either side.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((3, 4), "float32"), n: R.Tensor((3, 4), "int32")):
    with R.dataflow():
        a = R.max(x, axis=[1])
        b = R.argmin(x, axis=0)
        c = R.maximum(x, y)
        d = R.min(n, axis=[0])
        out = (a, b, c, d)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def argmin(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), out: T.Buffer((T.int64(4),), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         min = T.alloc_buffer((T.int64(4),))
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(3)):
#|             with T.block("min"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_k0, v_ax0])
#|                 T.writes(min[v_ax0])
#|                 with T.init():
#|                     min[v_ax0] = T.float32("inf")
#|                 min[v_ax0] = T.Select(min[v_ax0] < x[v_k0, v_ax0] or T.isnan(min[v_ax0]), min[v_ax0], x[v_k0, v_ax0])
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(3)):
#|             with T.block("argmin"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_k0, v_ax0], min[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 with T.init():
#|                     out[v_ax0] = T.int64(3)
#|                 t: T.int64 = T.Select(x[v_k0, v_ax0] == min[v_ax0] or x[v_k0, v_ax0] != x[v_k0, v_ax0], v_k0, T.int64(3))
#|                 out[v_ax0] = T.min(out[v_ax0], t)
#|
#|     @T.prim_func(private=True)
#|     def max(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), out: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, k0 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("max"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0])
#|                 T.writes(out[v_ax0])
#|                 with T.init():
#|                     out[v_ax0] = T.float32("-inf")
#|                 out[v_ax0] = T.Select(out[v_ax0] > x[v_ax0, v_k0] or T.isnan(out[v_ax0]), out[v_ax0], x[v_ax0, v_k0])
#|
#|     @T.prim_func(private=True)
#|     def maximum(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), y: T.Buffer((T.int64(3), T.int64(4)), "float32"), out: T.Buffer((T.int64(3), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("maximum"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.max(x[v_ax0, v_ax1], y[v_ax0, v_ax1])
#|
#|     @T.prim_func(private=True)
#|     def min(n: T.Buffer((T.int64(3), T.int64(4)), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(3)):
#|             with T.block("min"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(n[v_k0, v_ax0])
#|                 T.writes(out[v_ax0])
#|                 with T.init():
#|                     out[v_ax0] = 2147483647
#|                 out[v_ax0] = T.min(out[v_ax0], n[v_k0, v_ax0])
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 4), dtype="float32"), y: R.Tensor((3, 4), dtype="float32"), n: R.Tensor((3, 4), dtype="int32")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((4,), dtype="int64"), R.Tensor((3, 4), dtype="float32"), R.Tensor((4,), dtype="int32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.max, (x,), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             lv1 = R.call_tir(cls.argmin, (x,), out_sinfo=R.Tensor((4,), dtype="int64"))
#|             lv2 = R.call_tir(cls.maximum, (x, y), out_sinfo=R.Tensor((3, 4), dtype="float32"))
#|             lv3 = R.call_tir(cls.min, (n,), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             gv: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((4,), dtype="int64"), R.Tensor((3, 4), dtype="float32"), R.Tensor((4,), dtype="int32")) = lv, lv1, lv2, lv3
#|             R.output(gv)
#|         return gv
