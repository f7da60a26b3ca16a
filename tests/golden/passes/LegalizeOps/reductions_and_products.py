# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((2, 3, 4), "float32"), y: R.Tensor((4, "n"), "float32"), v: R.Tensor((4,), "float16")):
    a = R.mean(x, axis=[0, 2])
    b = R.max(x)
    c = R.std(x, axis=1, keepdims=True)
    d = R.argmax(x)
    e = R.argmin(x, axis=-1)
    f = R.matmul(x, y)
    g = R.matmul(v, v, out_dtype="float32")
    h = R.einsum((x, y), "...j,jk->...k")
    return (a, b, c, d, e, f, g, h)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def argmax(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_red_temp_v0 = T.alloc_buffer((), "int64")
#|         x_red_temp_v1 = T.alloc_buffer(())
#|         for k0, k1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("x_red_temp"):
#|                 v_k0, v_k1, v_k2 = T.axis.remap("RRR", [k0, k1, k2])
#|                 T.reads(x[v_k0, v_k1, v_k2])
#|                 T.writes(x_red_temp_v0[()], x_red_temp_v1[()])
#|                 with T.init():
#|                     x_red_temp_v0[()] = T.int64(-1)
#|                     x_red_temp_v1[()] = T.float32(-340282346638528859811704183484516925440.0)
#|                 v_x_red_temp_v0: T.int64 = T.Select(x_red_temp_v1[()] > x[v_k0, v_k1, v_k2] or x_red_temp_v1[()] == x[v_k0, v_k1, v_k2] and x_red_temp_v0[()] < v_k0 * T.int64(12) + v_k1 * T.int64(4) + v_k2, x_red_temp_v0[()], v_k0 * T.int64(12) + v_k1 * T.int64(4) + v_k2)
#|                 v_x_red_temp_v1: T.float32 = T.Select(x_red_temp_v1[()] > x[v_k0, v_k1, v_k2], x_red_temp_v1[()], x[v_k0, v_k1, v_k2])
#|                 x_red_temp_v0[()] = v_x_red_temp_v0
#|                 x_red_temp_v1[()] = v_x_red_temp_v1
#|         with T.block("x_red"):
#|             vi = T.axis.spatial(1, T.int64(0))
#|             T.reads(x_red_temp_v0[()])
#|             T.writes(x_red[()])
#|             x_red[()] = x_red_temp_v0[()]
#|
#|     @T.prim_func(private=True)
#|     def argmin(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((T.int64(2), T.int64(3)), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_red_temp_v0 = T.alloc_buffer((T.int64(2), T.int64(3)), "int64")
#|         x_red_temp_v1 = T.alloc_buffer((T.int64(2), T.int64(3)))
#|         for ax0, ax1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("x_red_temp"):
#|                 v_ax0, v_ax1, v_k2 = T.axis.remap("SSR", [ax0, ax1, k2])
#|                 T.reads(x[v_ax0, v_ax1, v_k2])
#|                 T.writes(x_red_temp_v0[v_ax0, v_ax1], x_red_temp_v1[v_ax0, v_ax1])
#|                 with T.init():
#|                     x_red_temp_v0[v_ax0, v_ax1] = T.int64(-1)
#|                     x_red_temp_v1[v_ax0, v_ax1] = T.float32(340282346638528859811704183484516925440.0)
#|                 v_x_red_temp_v0: T.int64 = T.Select(x_red_temp_v1[v_ax0, v_ax1] < x[v_ax0, v_ax1, v_k2] or x_red_temp_v1[v_ax0, v_ax1] == x[v_ax0, v_ax1, v_k2] and x_red_temp_v0[v_ax0, v_ax1] < v_k2, x_red_temp_v0[v_ax0, v_ax1], v_k2)
#|                 v_x_red_temp_v1: T.float32 = T.Select(x_red_temp_v1[v_ax0, v_ax1] < x[v_ax0, v_ax1, v_k2], x_red_temp_v1[v_ax0, v_ax1], x[v_ax0, v_ax1, v_k2])
#|                 x_red_temp_v0[v_ax0, v_ax1] = v_x_red_temp_v0
#|                 x_red_temp_v1[v_ax0, v_ax1] = v_x_red_temp_v1
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("x_red"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x_red_temp_v0[v_ax0, v_ax1])
#|                 T.writes(x_red[v_ax0, v_ax1])
#|                 x_red[v_ax0, v_ax1] = x_red_temp_v0[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def matmul(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), var_y: T.handle, var_matmul: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         y = T.match_buffer(var_y, (T.int64(4), n))
#|         matmul = T.match_buffer(var_matmul, (T.int64(2), T.int64(3), n))
#|         # with T.block("root"):
#|         for i0, i1, i2, k in T.grid(T.int64(2), T.int64(3), n, T.int64(4)):
#|             with T.block("matmul"):
#|                 v_i0, v_i1, v_i2, v_k = T.axis.remap("SSSR", [i0, i1, i2, k])
#|                 T.reads(x[v_i0, v_i1, v_k], y[v_k, v_i2])
#|                 T.writes(matmul[v_i0, v_i1, v_i2])
#|                 with T.init():
#|                     matmul[v_i0, v_i1, v_i2] = T.float32(0.0)
#|                 matmul[v_i0, v_i1, v_i2] = matmul[v_i0, v_i1, v_i2] + x[v_i0, v_i1, v_k] * y[v_k, v_i2]
#|
#|     @T.prim_func(private=True)
#|     def matmul1(v: T.Buffer((T.int64(4),), "float16"), v_1: T.Buffer((T.int64(4),), "float16"), matmul: T.Buffer((), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for k in range(T.int64(4)):
#|             with T.block("matmul"):
#|                 v_k = T.axis.reduce(T.int64(4), k)
#|                 T.reads(v[v_k], v_1[v_k])
#|                 T.writes(matmul[()])
#|                 with T.init():
#|                     matmul[()] = T.float32(0.0)
#|                 matmul[()] = matmul[()] + T.Cast("float32", v[v_k]) * T.Cast("float32", v_1[v_k])
#|
#|     @T.prim_func(private=True)
#|     def max(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), x_red: T.Buffer((), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for k0, k1, k2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("x_red"):
#|                 v_k0, v_k1, v_k2 = T.axis.remap("RRR", [k0, k1, k2])
#|                 T.reads(x[v_k0, v_k1, v_k2])
#|                 T.writes(x_red[()])
#|                 with T.init():
#|                     x_red[()] = T.float32(-340282346638528859811704183484516925440.0)
#|                 x_red[()] = T.max(x_red[()], x[v_k0, v_k1, v_k2])
#|
#|     @T.prim_func(private=True)
#|     def mean(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_red = T.alloc_buffer((T.int64(3),))
#|         for ax0, k0, k2 in T.grid(T.int64(3), T.int64(2), T.int64(4)):
#|             with T.block("x_red"):
#|                 v_ax0, v_k0, v_k2 = T.axis.remap("SRR", [ax0, k0, k2])
#|                 T.reads(x[v_k0, v_ax0, v_k2])
#|                 T.writes(x_red[v_ax0])
#|                 with T.init():
#|                     x_red[v_ax0] = T.float32(0.0)
#|                 x_red[v_ax0] = x_red[v_ax0] + x[v_k0, v_ax0, v_k2]
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_divide"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(x_red[v_ax0])
#|                 T.writes(T_divide[v_ax0])
#|                 T_divide[v_ax0] = x_red[v_ax0] * T.float32(0.125)
#|
#|     @T.prim_func(private=True)
#|     def std(x: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32"), compute: T.Buffer((T.int64(2), T.int64(1), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_red = T.alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
#|         T_divide = T.alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
#|         T_subtract = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
#|         T_multiply = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
#|         T_multiply_red = T.alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
#|         T_divide_1 = T.alloc_buffer((T.int64(2), T.int64(1), T.int64(4)))
#|         for ax0, ax1, ax2, k1 in T.grid(T.int64(2), T.int64(1), T.int64(4), T.int64(3)):
#|             with T.block("x_red"):
#|                 v_ax0, v_ax1, v_ax2, v_k1 = T.axis.remap("SSSR", [ax0, ax1, ax2, k1])
#|                 T.reads(x[v_ax0, v_k1, v_ax2])
#|                 T.writes(x_red[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     x_red[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
#|                 x_red[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] + x[v_ax0, v_k1, v_ax2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(1), T.int64(4)):
#|             with T.block("T_divide"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x_red[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_divide[v_ax0, v_ax1, v_ax2])
#|                 T_divide[v_ax0, v_ax1, v_ax2] = x_red[v_ax0, v_ax1, v_ax2] * T.float32(0.33333333333333331)
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("T_subtract"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[v_ax0, v_ax1, v_ax2], T_divide[v_ax0, T.int64(0), v_ax2])
#|                 T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
#|                 T_subtract[v_ax0, v_ax1, v_ax2] = x[v_ax0, v_ax1, v_ax2] - T_divide[v_ax0, T.int64(0), v_ax2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_subtract[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
#|                 T_multiply[v_ax0, v_ax1, v_ax2] = T_subtract[v_ax0, v_ax1, v_ax2] * T_subtract[v_ax0, v_ax1, v_ax2]
#|         for ax0, ax1, ax2, k1 in T.grid(T.int64(2), T.int64(1), T.int64(4), T.int64(3)):
#|             with T.block("T_multiply_red"):
#|                 v_ax0, v_ax1, v_ax2, v_k1 = T.axis.remap("SSSR", [ax0, ax1, ax2, k1])
#|                 T.reads(T_multiply[v_ax0, v_k1, v_ax2])
#|                 T.writes(T_multiply_red[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     T_multiply_red[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
#|                 T_multiply_red[v_ax0, v_ax1, v_ax2] = T_multiply_red[v_ax0, v_ax1, v_ax2] + T_multiply[v_ax0, v_k1, v_ax2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(1), T.int64(4)):
#|             with T.block("T_divide_1"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_multiply_red[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_divide_1[v_ax0, v_ax1, v_ax2])
#|                 T_divide_1[v_ax0, v_ax1, v_ax2] = T_multiply_red[v_ax0, v_ax1, v_ax2] * T.float32(0.33333333333333331)
#|         for i0, i1, i2 in T.grid(T.int64(2), T.int64(1), T.int64(4)):
#|             with T.block("compute"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(T_divide_1[v_i0, v_i1, v_i2])
#|                 T.writes(compute[v_i0, v_i1, v_i2])
#|                 compute[v_i0, v_i1, v_i2] = T.sqrt(T_divide_1[v_i0, v_i1, v_i2])
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3, 4), dtype="float32"), y: R.Tensor((4, "n"), dtype="float32"), v: R.Tensor((4,), dtype="float16")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((2, 1, 4), dtype="float32"), R.Tensor((), dtype="int64"), R.Tensor((2, 3), dtype="int64"), R.Tensor((2, 3, "n"), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((2, 3, "n"), dtype="float32")):
#|         n = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.mean, (x,), out_sinfo=R.Tensor((3,), dtype="float32"))
#|         b = R.call_tir(cls.max, (x,), out_sinfo=R.Tensor((), dtype="float32"))
#|         c = R.call_tir(cls.std, (x,), out_sinfo=R.Tensor((2, 1, 4), dtype="float32"))
#|         d = R.call_tir(cls.argmax, (x,), out_sinfo=R.Tensor((), dtype="int64"))
#|         e = R.call_tir(cls.argmin, (x,), out_sinfo=R.Tensor((2, 3), dtype="int64"))
#|         f = R.call_tir(cls.matmul, (x, y), out_sinfo=R.Tensor((2, 3, n), dtype="float32"))
#|         g = R.call_tir(cls.matmul1, (v, v), out_sinfo=R.Tensor((), dtype="float32"))
#|         h = R.call_tir(cls.matmul, (x, y), out_sinfo=R.Tensor((2, 3, n), dtype="float32"))
#|         return (a, b, c, d, e, f, g, h)
