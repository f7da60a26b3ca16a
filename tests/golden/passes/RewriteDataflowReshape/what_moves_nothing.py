# test: opt --passes=LegalizeOps,RewriteDataflowReshape --check-each=4
# Other shapes of the same elements; a transpose moves some, unless all dims but one are 1. What the block gives to the
# outside stays a call.
@R.function
def main(x: R.Tensor((4, 6), "float32"), t: R.Tensor(("n", 3, 8), "float32")):
    with R.dataflow():
        a = R.reshape(x, (3, 8))
        b = R.expand_dims(a, axis=[0, 2])
        c = R.squeeze(b)
        d = R.flatten(c)
        e = R.permute_dims(R.expand_dims(d, axis=0))
        f = R.permute_dims(c)
        g = R.strided_slice(d, axes=[0], begin=[0], end=[24])
        h = R.strided_slice(d, axes=[0], begin=[0], end=[23])
        k = R.reshape(t, (-1, 2, 4))
        m = R.reshape(k, (-1, 8))
        out = (e, f, g, h, m)
        last = R.reshape(m, (-1,))
        R.output(out, last)
    return (out, last)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def expand_dims(a: T.Buffer((T.int64(3), T.int64(8)), "float32"), expand_dims: T.Buffer((T.int64(1), T.int64(3), T.int64(1), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(3), T.int64(1), T.int64(8)):
#|             with T.block("expand_dims"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(a[v_i1, v_i3])
#|                 T.writes(expand_dims[v_i0, v_i1, v_i2, v_i3])
#|                 expand_dims[v_i0, v_i1, v_i2, v_i3] = a[v_i1, v_i3]
#|
#|     @T.prim_func(private=True)
#|     def expand_dims1(d: T.Buffer((T.int64(24),), "float32"), expand_dims: T.Buffer((T.int64(1), T.int64(24)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(1), T.int64(24)):
#|             with T.block("expand_dims"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(d[v_i1])
#|                 T.writes(expand_dims[v_i0, v_i1])
#|                 expand_dims[v_i0, v_i1] = d[v_i1]
#|
#|     @T.prim_func(private=True)
#|     def reshape(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), T_reshape: T.Buffer((T.int64(3), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(8)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[(v_ax0 * T.int64(8) + v_ax1) % T.int64(24) // T.int64(6), (v_ax0 * T.int64(8) + v_ax1) % T.int64(6)])
#|                 T.writes(T_reshape[v_ax0, v_ax1])
#|                 T_reshape[v_ax0, v_ax1] = x[(v_ax0 * T.int64(8) + v_ax1) % T.int64(24) // T.int64(6), (v_ax0 * T.int64(8) + v_ax1) % T.int64(6)]
#|
#|     @T.prim_func(private=True)
#|     def reshape1(c: T.Buffer((T.int64(3), T.int64(8)), "float32"), T_reshape: T.Buffer((T.int64(24),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(24)):
#|             with T.block("T_reshape"):
#|                 v_ax0 = T.axis.spatial(T.int64(24), ax0)
#|                 T.reads(c[v_ax0 % T.int64(24) // T.int64(8), v_ax0 % T.int64(8)])
#|                 T.writes(T_reshape[v_ax0])
#|                 T_reshape[v_ax0] = c[v_ax0 % T.int64(24) // T.int64(8), v_ax0 % T.int64(8)]
#|
#|     @T.prim_func(private=True)
#|     def reshape2(var_t: T.handle, var_T_reshape: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         t = T.match_buffer(var_t, (n, T.int64(3), T.int64(8)))
#|         T_reshape = T.match_buffer(var_T_reshape, (n * T.int64(3), T.int64(2), T.int64(4)))
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(n * T.int64(3), T.int64(2), T.int64(4)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(t[((v_ax1 * T.int64(4) + v_ax2) // T.int64(8) + v_ax0) // T.int64(3) % n, ((v_ax1 * T.int64(4) + v_ax2) // T.int64(8) + v_ax0) % T.int64(3), (v_ax1 * T.int64(4) + v_ax2) % T.int64(8)])
#|                 T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
#|                 T_reshape[v_ax0, v_ax1, v_ax2] = t[((v_ax1 * T.int64(4) + v_ax2) // T.int64(8) + v_ax0) // T.int64(3) % n, ((v_ax1 * T.int64(4) + v_ax2) // T.int64(8) + v_ax0) % T.int64(3), (v_ax1 * T.int64(4) + v_ax2) % T.int64(8)]
#|
#|     @T.prim_func(private=True)
#|     def reshape3(var_k: T.handle, var_T_reshape: T.handle, n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         k = T.match_buffer(var_k, (n * T.int64(3), T.int64(2), T.int64(4)))
#|         T_reshape = T.match_buffer(var_T_reshape, (n * T.int64(3), T.int64(8)))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n * T.int64(3), T.int64(8)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(k[(v_ax1 // T.int64(8) + v_ax0) % (n * T.int64(3)), v_ax1 % T.int64(8) // T.int64(4), v_ax1 % T.int64(4)])
#|                 T.writes(T_reshape[v_ax0, v_ax1])
#|                 T_reshape[v_ax0, v_ax1] = k[(v_ax1 // T.int64(8) + v_ax0) % (n * T.int64(3)), v_ax1 % T.int64(8) // T.int64(4), v_ax1 % T.int64(4)]
#|
#|     @T.prim_func(private=True)
#|     def reshape4(var_m: T.handle, var_T_reshape: T.handle, n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         m = T.match_buffer(var_m, (n * T.int64(3), T.int64(8)))
#|         T_reshape = T.match_buffer(var_T_reshape, (n * T.int64(24),))
#|         # with T.block("root"):
#|         for ax0 in range(n * T.int64(24)):
#|             with T.block("T_reshape"):
#|                 v_ax0 = T.axis.spatial(n * T.int64(24), ax0)
#|                 T.reads(m[v_ax0 // T.int64(8) % (n * T.int64(3)), v_ax0 % T.int64(8)])
#|                 T.writes(T_reshape[v_ax0])
#|                 T_reshape[v_ax0] = m[v_ax0 // T.int64(8) % (n * T.int64(3)), v_ax0 % T.int64(8)]
#|
#|     @T.prim_func(private=True)
#|     def squeeze(b: T.Buffer((T.int64(1), T.int64(3), T.int64(1), T.int64(8)), "float32"), T_squeeze: T.Buffer((T.int64(3), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(8)):
#|             with T.block("T_squeeze"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(b[T.int64(0), v_ax0, T.int64(0), v_ax1])
#|                 T.writes(T_squeeze[v_ax0, v_ax1])
#|                 T_squeeze[v_ax0, v_ax1] = b[T.int64(0), v_ax0, T.int64(0), v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def strided_slice(d: T.Buffer((T.int64(24),), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(24),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(24)):
#|             with T.block("T_strided_slice_with_axes"):
#|                 v_ax0 = T.axis.spatial(T.int64(24), ax0)
#|                 T.reads(d[v_ax0])
#|                 T.writes(T_strided_slice_with_axes[v_ax0])
#|                 T_strided_slice_with_axes[v_ax0] = d[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def strided_slice1(d: T.Buffer((T.int64(24),), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(23),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(23)):
#|             with T.block("T_strided_slice_with_axes"):
#|                 v_ax0 = T.axis.spatial(T.int64(23), ax0)
#|                 T.reads(d[v_ax0])
#|                 T.writes(T_strided_slice_with_axes[v_ax0])
#|                 T_strided_slice_with_axes[v_ax0] = d[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def transpose(lv4: T.Buffer((T.int64(1), T.int64(24)), "float32"), T_transpose: T.Buffer((T.int64(24), T.int64(1)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(24), T.int64(1)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(lv4[v_ax1, v_ax0])
#|                 T.writes(T_transpose[v_ax0, v_ax1])
#|                 T_transpose[v_ax0, v_ax1] = lv4[v_ax1, v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def transpose1(c: T.Buffer((T.int64(3), T.int64(8)), "float32"), T_transpose: T.Buffer((T.int64(8), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(8), T.int64(3)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(c[v_ax1, v_ax0])
#|                 T.writes(T_transpose[v_ax0, v_ax1])
#|                 T_transpose[v_ax0, v_ax1] = c[v_ax1, v_ax0]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 6), dtype="float32"), t: R.Tensor(("n", 3, 8), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((24, 1), dtype="float32"), R.Tensor((8, 3), dtype="float32"), R.Tensor((24,), dtype="float32"), R.Tensor((23,), dtype="float32"), R.Tensor(("n * 3", 8), dtype="float32")), R.Tensor(("n * 24",), dtype="float32")):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             a: R.Tensor((3, 8), dtype="float32") = R.reshape(x, R.shape([3, 8]))
#|             b: R.Tensor((1, 3, 1, 8), dtype="float32") = R.reshape(a, R.shape([1, 3, 1, 8]))
#|             c: R.Tensor((3, 8), dtype="float32") = R.reshape(b, R.shape([3, 8]))
#|             d: R.Tensor((24,), dtype="float32") = R.reshape(c, R.shape([24]))
#|             lv4: R.Tensor((1, 24), dtype="float32") = R.reshape(d, R.shape([1, 24]))
#|             e: R.Tensor((24, 1), dtype="float32") = R.reshape(lv4, R.shape([24, 1]))
#|             f = R.call_tir(cls.transpose1, (c,), out_sinfo=R.Tensor((8, 3), dtype="float32"))
#|             g: R.Tensor((24,), dtype="float32") = R.reshape(d, R.shape([24]))
#|             h = R.call_tir(cls.strided_slice1, (d,), out_sinfo=R.Tensor((23,), dtype="float32"))
#|             k: R.Tensor((n * 3, 2, 4), dtype="float32") = R.reshape(t, R.shape([n * 3, 2, 4]))
#|             m: R.Tensor((n * 3, 8), dtype="float32") = R.reshape(k, R.shape([n * 3, 8]))
#|             out: R.Tuple(R.Tensor((24, 1), dtype="float32"), R.Tensor((8, 3), dtype="float32"), R.Tensor((24,), dtype="float32"), R.Tensor((23,), dtype="float32"), R.Tensor((n * 3, 8), dtype="float32")) = e, f, g, h, m
#|             last = R.call_tir(cls.reshape4, (m,), out_sinfo=R.Tensor((n * 24,), dtype="float32"), tir_vars=R.shape([n]))
#|             R.output(out, last)
#|         return (out, last)
#| 2 passes checked by running: 8 runs agree
