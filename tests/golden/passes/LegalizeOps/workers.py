# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((4, 6), "float32")):
    a = R.ccl.allreduce(x, "max")
    b = R.ccl.scatter_from_worker0(x, 2, axis=1)
    c = R.dist.redistribute_replica_to_shard(x, num_workers=2, axis=0)
    d = R.ccl.allgather(x, 2)
    e = R.ccl.broadcast_from_worker0(x)
    return (a, b, c, d, e)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def reshape(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), T_reshape: T.Buffer((T.int64(4), T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(4), T.int64(2), T.int64(3)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % T.int64(4), (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)])
#|                 T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
#|                 T_reshape[v_ax0, v_ax1, v_ax2] = x[((v_ax1 * T.int64(3) + v_ax2) // T.int64(6) + v_ax0) % T.int64(4), (v_ax1 * T.int64(3) + v_ax2) % T.int64(6)]
#|
#|     @T.prim_func(private=True)
#|     def strided_slice(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), T_dynamic_strided_slice_with_axes: T.Buffer((T.int64(2), T.int64(6)), "float32"), worker_id: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
#|             with T.block("T_dynamic_strided_slice_with_axes"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[worker_id * T.int64(2) + v_ax0, v_ax1])
#|                 T.writes(T_dynamic_strided_slice_with_axes[v_ax0, v_ax1])
#|                 T_dynamic_strided_slice_with_axes[v_ax0, v_ax1] = x[worker_id * T.int64(2) + v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def transpose(gv: T.Buffer((T.int64(4), T.int64(2), T.int64(3)), "float32"), T_transpose: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(gv[v_ax1, v_ax0, v_ax2])
#|                 T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
#|                 T_transpose[v_ax0, v_ax1, v_ax2] = gv[v_ax1, v_ax0, v_ax2]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((4, 6), dtype="float32"), R.Tensor((4, 3), dtype="float32"), R.Tensor((2, 6), dtype="float32"), R.Tensor((8, 6), dtype="float32"), R.Tensor((4, 6), dtype="float32")):
#|         cls = Module
#|         worker_id = T.int64()
#|         a = R.call_dps_packed("runtime.disco.allreduce", (x, R.shape([3]), R.prim_value(1)), out_sinfo=R.Tensor((4, 6), dtype="float32"))
#|         gv = R.call_tir(cls.reshape, (x,), out_sinfo=R.Tensor((4, 2, 3), dtype="float32"))
#|         gv1 = R.call_tir(cls.transpose, (gv,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|         b = R.call_dps_packed("runtime.disco.scatter_from_worker0", (gv1, R.prim_value(0)), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|         gv2: R.Shape(ndim=-1) = R.call_pure_packed("runtime.disco.worker_id", sinfo_args=(R.Shape(ndim=-1),))
#|         gv3: R.Shape([worker_id]) = R.match_cast(gv2, R.Shape([worker_id]))
#|         c = R.call_tir(cls.strided_slice, (x,), out_sinfo=R.Tensor((2, 6), dtype="float32"), tir_vars=R.shape([worker_id]))
#|         d = R.call_dps_packed("runtime.disco.allgather", (x, R.prim_value(1)), out_sinfo=R.Tensor((8, 6), dtype="float32"))
#|         e = R.call_dps_packed("runtime.disco.broadcast_from_worker0", (x, R.prim_value(0)), out_sinfo=R.Tensor((4, 6), dtype="float32"))
#|         return (a, b, c, d, e)
