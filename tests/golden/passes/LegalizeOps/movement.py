# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((2, 6), "float32"), s: R.Tensor(("n", "m"), "float32"), i: R.Tensor((3,), "int32"), t: R.Tuple(R.Tensor((2, 6), "float32"), R.Tensor((1, 6), "float32"))):
    a = R.reshape(x, (3, 2, 2))
    b = R.permute_dims(a, [2, 0, 1])
    c = R.concat((x, x), axis=1)
    d = R.concat(t, axis=0)
    e = R.split(s, [2, 5], axis=1)
    f = R.split(x, 3, axis=1)
    g = R.take(x, i, axis=1)
    h = R.strided_slice(x, axes=[1], begin=[5], end=[-6], strides=[-2])
    j = R.flip(R.repeat(s, 2, axis=0), axis=1)
    k = R.tile(R.squeeze(R.expand_dims(x, [0])), [2, 1, 2])
    l = R.one_hot(i, R.prim_value(1), R.prim_value(0), depth=6, axis=0)
    return (b, c, d, e, f, g, h, j, k, l)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def concatenate(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), x_1: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_concat: T.Buffer((T.int64(2), T.int64(12)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(12)):
#|             with T.block("T_concat"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x_1[v_ax0, v_ax1 - T.int64(6)], x[v_ax0, v_ax1])
#|                 T.writes(T_concat[v_ax0, v_ax1])
#|                 T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(6) <= v_ax1, x_1[v_ax0, v_ax1 - T.int64(6)], x[v_ax0, v_ax1])
#|
#|     @T.prim_func(private=True)
#|     def concatenate1(gv: T.Buffer((T.int64(2), T.int64(6)), "float32"), gv1: T.Buffer((T.int64(1), T.int64(6)), "float32"), T_concat: T.Buffer((T.int64(3), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(6)):
#|             with T.block("T_concat"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(gv1[v_ax0 - T.int64(2), v_ax1], gv[v_ax0, v_ax1])
#|                 T.writes(T_concat[v_ax0, v_ax1])
#|                 T_concat[v_ax0, v_ax1] = T.if_then_else(T.int64(2) <= v_ax0, gv1[v_ax0 - T.int64(2), v_ax1], gv[v_ax0, v_ax1])
#|
#|     @T.prim_func(private=True)
#|     def expand_dims(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), expand_dims: T.Buffer((T.int64(1), T.int64(2), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2 in T.grid(T.int64(1), T.int64(2), T.int64(6)):
#|             with T.block("expand_dims"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(x[v_i1, v_i2])
#|                 T.writes(expand_dims[v_i0, v_i1, v_i2])
#|                 expand_dims[v_i0, v_i1, v_i2] = x[v_i1, v_i2]
#|
#|     @T.prim_func(private=True)
#|     def flip(var_gv8: T.handle, var_T_reverse_sequence: T.handle, n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         m = T.int64()
#|         gv8 = T.match_buffer(var_gv8, (T.int64(2) * n, m))
#|         T_reverse_sequence = T.match_buffer(var_T_reverse_sequence, (T.int64(2) * n, m))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n * T.int64(2), m):
#|             with T.block("T_reverse_sequence"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(gv8[v_ax0, m - v_ax1 - T.int64(1)])
#|                 T.writes(T_reverse_sequence[v_ax0, v_ax1])
#|                 T_reverse_sequence[v_ax0, v_ax1] = gv8[v_ax0, m - v_ax1 - T.int64(1)]
#|
#|     @T.prim_func(private=True)
#|     def one_hot(i: T.Buffer((T.int64(3),), "int32"), T_one_hot: T.Buffer((T.int64(6), T.int64(3)), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(6), T.int64(3)):
#|             with T.block("T_one_hot"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(i[v_ax1])
#|                 T.writes(T_one_hot[v_ax0, v_ax1])
#|                 T_one_hot[v_ax0, v_ax1] = T.Select(T.Cast("int64", i[v_ax1]) == v_ax0, T.int64(1), T.int64(0))
#|
#|     @T.prim_func(private=True)
#|     def repeat(var_s: T.handle, var_T_repeat: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         s = T.match_buffer(var_s, (n, m))
#|         T_repeat = T.match_buffer(var_T_repeat, (T.int64(2) * n, m))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n * T.int64(2), m):
#|             with T.block("T_repeat"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(s[v_ax0 // T.int64(2), v_ax1])
#|                 T.writes(T_repeat[v_ax0, v_ax1])
#|                 T_repeat[v_ax0, v_ax1] = s[v_ax0 // T.int64(2), v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def reshape(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_reshape: T.Buffer((T.int64(3), T.int64(2), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(3), T.int64(2), T.int64(2)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[(v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) % T.int64(12) // T.int64(6), (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) % T.int64(6)])
#|                 T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
#|                 T_reshape[v_ax0, v_ax1, v_ax2] = x[(v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) % T.int64(12) // T.int64(6), (v_ax0 * T.int64(4) + v_ax1 * T.int64(2) + v_ax2) % T.int64(6)]
#|
#|     @T.prim_func(private=True)
#|     def split(var_s: T.handle, var_T_split: T.handle, var_T_split_1: T.handle, var_T_split_2: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         s = T.match_buffer(var_s, (n, m))
#|         T_split = T.match_buffer(var_T_split, (n, T.int64(2)))
#|         T_split_1 = T.match_buffer(var_T_split_1, (n, T.int64(3)))
#|         T_split_2 = T.match_buffer(var_T_split_2, (n, m - T.int64(5)))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n, T.int64(2)):
#|             with T.block("T_split"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(s[v_ax0, v_ax1])
#|                 T.writes(T_split[v_ax0, v_ax1])
#|                 T_split[v_ax0, v_ax1] = s[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(n, T.int64(3)):
#|             with T.block("T_split_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(s[v_ax0, v_ax1 + T.int64(2)])
#|                 T.writes(T_split_1[v_ax0, v_ax1])
#|                 T_split_1[v_ax0, v_ax1] = s[v_ax0, v_ax1 + T.int64(2)]
#|         for ax0, ax1 in T.grid(n, m - T.int64(5)):
#|             with T.block("T_split_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(s[v_ax0, v_ax1 + T.int64(5)])
#|                 T.writes(T_split_2[v_ax0, v_ax1])
#|                 T_split_2[v_ax0, v_ax1] = s[v_ax0, v_ax1 + T.int64(5)]
#|
#|     @T.prim_func(private=True)
#|     def split1(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_split_sections: T.Buffer((T.int64(2), T.int64(2)), "float32"), T_split_sections_1: T.Buffer((T.int64(2), T.int64(2)), "float32"), T_split_sections_2: T.Buffer((T.int64(2), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
#|             with T.block("T_split_sections"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(T_split_sections[v_ax0, v_ax1])
#|                 T_split_sections[v_ax0, v_ax1] = x[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
#|             with T.block("T_split_sections_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1 + T.int64(2)])
#|                 T.writes(T_split_sections_1[v_ax0, v_ax1])
#|                 T_split_sections_1[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(2)]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
#|             with T.block("T_split_sections_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1 + T.int64(4)])
#|                 T.writes(T_split_sections_2[v_ax0, v_ax1])
#|                 T_split_sections_2[v_ax0, v_ax1] = x[v_ax0, v_ax1 + T.int64(4)]
#|
#|     @T.prim_func(private=True)
#|     def squeeze(gv10: T.Buffer((T.int64(1), T.int64(2), T.int64(6)), "float32"), T_squeeze: T.Buffer((T.int64(2), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(6)):
#|             with T.block("T_squeeze"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(gv10[T.int64(0), v_ax0, v_ax1])
#|                 T.writes(T_squeeze[v_ax0, v_ax1])
#|                 T_squeeze[v_ax0, v_ax1] = gv10[T.int64(0), v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def strided_slice(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_strided_slice_with_axes: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("T_strided_slice_with_axes"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, T.int64(5) - v_ax1 * T.int64(2)])
#|                 T.writes(T_strided_slice_with_axes[v_ax0, v_ax1])
#|                 T_strided_slice_with_axes[v_ax0, v_ax1] = x[v_ax0, T.int64(5) - v_ax1 * T.int64(2)]
#|
#|     @T.prim_func(private=True)
#|     def take(x: T.Buffer((T.int64(2), T.int64(6)), "float32"), i: T.Buffer((T.int64(3),), "int32"), T_take: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("T_take"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, i[v_ax1]], i[v_ax1])
#|                 T.writes(T_take[v_ax0, v_ax1])
#|                 T_take[v_ax0, v_ax1] = x[v_ax0, i[v_ax1]]
#|
#|     @T.prim_func(private=True)
#|     def tile(gv11: T.Buffer((T.int64(2), T.int64(6)), "float32"), T_tile: T.Buffer((T.int64(2), T.int64(2), T.int64(12)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(2), T.int64(12)):
#|             with T.block("T_tile"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(gv11[v_ax1 % T.int64(2), v_ax2 % T.int64(6)])
#|                 T.writes(T_tile[v_ax0, v_ax1, v_ax2])
#|                 T_tile[v_ax0, v_ax1, v_ax2] = gv11[v_ax1 % T.int64(2), v_ax2 % T.int64(6)]
#|
#|     @T.prim_func(private=True)
#|     def transpose(a: T.Buffer((T.int64(3), T.int64(2), T.int64(2)), "float32"), T_transpose: T.Buffer((T.int64(2), T.int64(3), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(2)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(a[v_ax1, v_ax2, v_ax0])
#|                 T.writes(T_transpose[v_ax0, v_ax1, v_ax2])
#|                 T_transpose[v_ax0, v_ax1, v_ax2] = a[v_ax1, v_ax2, v_ax0]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 6), dtype="float32"), s: R.Tensor(("n", "m"), dtype="float32"), i: R.Tensor((3,), dtype="int32"), t: R.Tuple(R.Tensor((2, 6), dtype="float32"), R.Tensor((1, 6), dtype="float32"))) -> R.Tuple(R.Tensor((2, 3, 2), dtype="float32"), R.Tensor((2, 12), dtype="float32"), R.Tensor((3, 6), dtype="float32"), R.Tuple(R.Tensor(("n", 2), dtype="float32"), R.Tensor(("n", 3), dtype="float32"), R.Tensor(("n", "m - 5"), dtype="float32")), R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32")), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor(("2 * n", "m"), dtype="float32"), R.Tensor((2, 2, 12), dtype="float32"), R.Tensor((6, 3), dtype="int64")):
#|         n = T.int64()
#|         m = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.reshape, (x,), out_sinfo=R.Tensor((3, 2, 2), dtype="float32"))
#|         b = R.call_tir(cls.transpose, (a,), out_sinfo=R.Tensor((2, 3, 2), dtype="float32"))
#|         c = R.call_tir(cls.concatenate, (x, x), out_sinfo=R.Tensor((2, 12), dtype="float32"))
#|         gv: R.Tensor((2, 6), dtype="float32") = t[0]
#|         gv1: R.Tensor((1, 6), dtype="float32") = t[1]
#|         d = R.call_tir(cls.concatenate1, (gv, gv1), out_sinfo=R.Tensor((3, 6), dtype="float32"))
#|         e = R.call_tir(cls.split, (s,), out_sinfo=[R.Tensor((n, 2), dtype="float32"), R.Tensor((n, 3), dtype="float32"), R.Tensor((n, m - 5), dtype="float32")])
#|         f = R.call_tir(cls.split1, (x,), out_sinfo=[R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32")])
#|         g = R.call_tir(cls.take, (x, i), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|         h = R.call_tir(cls.strided_slice, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|         gv8 = R.call_tir(cls.repeat, (s,), out_sinfo=R.Tensor((2 * n, m), dtype="float32"))
#|         j = R.call_tir(cls.flip, (gv8,), out_sinfo=R.Tensor((2 * n, m), dtype="float32"), tir_vars=R.shape([n]))
#|         gv10 = R.call_tir(cls.expand_dims, (x,), out_sinfo=R.Tensor((1, 2, 6), dtype="float32"))
#|         gv11 = R.call_tir(cls.squeeze, (gv10,), out_sinfo=R.Tensor((2, 6), dtype="float32"))
#|         k = R.call_tir(cls.tile, (gv11,), out_sinfo=R.Tensor((2, 2, 12), dtype="float32"))
#|         l = R.call_tir(cls.one_hot, (i,), out_sinfo=R.Tensor((6, 3), dtype="int64"))
#|         return (b, c, d, e, f, g, h, j, k, l)
