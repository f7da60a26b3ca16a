# test: opt --passes=LegalizeOps
# Equal kernels are one, whichever operator and function they come from: relu is a maximum with 0.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 1, 3), "float32"), y: R.Tensor((4, 1), "float32"), i: R.Tensor((3,), "int32")):
        with R.dataflow():
            a = R.subtract(x, y)
            b = R.subtract(R.const(2.0, "float32"), a)
            c = R.divide(b, R.const(8.0, "float32"))
            d = R.nn.relu(c)
            e = R.sign(i)
            f = R.floor_divide(i, R.const(3, "int32"))
            g = R.where(R.greater(a, d), a, R.clip(d, R.prim_value(0), R.prim_value(1)))
            out = (g, e, f, R.astype(R.square(a), "float16"))
            R.output(out)
        return out

    @R.function(private=True)
    def another(x: R.Tensor((2, 4, 3), "float32")):
        y = R.maximum(x, R.const(0.0, "float32"))
        z = R.exp(y)
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def cast(lv9: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(lv9[v_i0, v_i1, v_i2])
#|                 T.writes(compute[v_i0, v_i1, v_i2])
#|                 compute[v_i0, v_i1, v_i2] = T.Cast("float16", lv9[v_i0, v_i1, v_i2])
#|
#|     @T.prim_func(private=True)
#|     def divide(b: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_divide: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_divide"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(b[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_divide[v_ax0, v_ax1, v_ax2])
#|                 T_divide[v_ax0, v_ax1, v_ax2] = b[v_ax0, v_ax1, v_ax2] * T.float32(0.125)
#|
#|     @T.prim_func(private=True)
#|     def floor_divide(i: T.Buffer((T.int64(3),), "int32"), T_floor_divide: T.Buffer((T.int64(3),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_floor_divide"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(i[v_ax0])
#|                 T.writes(T_floor_divide[v_ax0])
#|                 T_floor_divide[v_ax0] = i[v_ax0] // 3
#|
#|     @T.prim_func(private=True)
#|     def greater(a: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), d: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_greater: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "bool")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_greater"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(d[v_ax0, v_ax1, v_ax2], a[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_greater[v_ax0, v_ax1, v_ax2])
#|                 T_greater[v_ax0, v_ax1, v_ax2] = d[v_ax0, v_ax1, v_ax2] < a[v_ax0, v_ax1, v_ax2]
#|
#|     @T.prim_func(private=True)
#|     def maximum(x: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_maximum: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_maximum"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_maximum[v_ax0, v_ax1, v_ax2])
#|                 T_maximum[v_ax0, v_ax1, v_ax2] = T.max(x[v_ax0, v_ax1, v_ax2], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def subtract(x: T.Buffer((T.int64(2), T.int64(1), T.int64(3)), "float32"), y: T.Buffer((T.int64(4), T.int64(1)), "float32"), T_subtract: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_subtract"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[v_ax0, T.int64(0), v_ax2], y[v_ax1, T.int64(0)])
#|                 T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
#|                 T_subtract[v_ax0, v_ax1, v_ax2] = x[v_ax0, T.int64(0), v_ax2] - y[v_ax1, T.int64(0)]
#|
#|     @T.prim_func(private=True)
#|     def subtract1(a: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_subtract: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_subtract"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(a[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
#|                 T_subtract[v_ax0, v_ax1, v_ax2] = T.float32(2.0) - a[v_ax0, v_ax1, v_ax2]
#|
#|     @T.prim_func(private=True)
#|     def tir_clip(d: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(d[v_i0, v_i1, v_i2])
#|                 T.writes(compute[v_i0, v_i1, v_i2])
#|                 compute[v_i0, v_i1, v_i2] = T.max(T.min(d[v_i0, v_i1, v_i2], T.float32(1.0)), T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def tir_exp(y: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), compute: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(y[v_i0, v_i1, v_i2])
#|                 T.writes(compute[v_i0, v_i1, v_i2])
#|                 compute[v_i0, v_i1, v_i2] = T.exp(y[v_i0, v_i1, v_i2])
#|
#|     @T.prim_func(private=True)
#|     def tir_sign(i: T.Buffer((T.int64(3),), "int32"), T_sign: T.Buffer((T.int64(3),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_sign"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(i[v_ax0])
#|                 T.writes(T_sign[v_ax0])
#|                 T_sign[v_ax0] = T.Select(T.int64(0) < T.Cast("int64", i[v_ax0]), 1, T.Select(T.Cast("int64", i[v_ax0]) < T.int64(0), -1, 0))
#|
#|     @T.prim_func(private=True)
#|     def tir_square(a: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_multiply: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(a[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
#|                 T_multiply[v_ax0, v_ax1, v_ax2] = a[v_ax0, v_ax1, v_ax2] * a[v_ax0, v_ax1, v_ax2]
#|
#|     @T.prim_func(private=True)
#|     def where(lv6: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "bool"), a: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), lv7: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32"), T_where: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("T_where"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(lv6[v_ax0, v_ax1, v_ax2], a[v_ax0, v_ax1, v_ax2], lv7[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_where[v_ax0, v_ax1, v_ax2])
#|                 T_where[v_ax0, v_ax1, v_ax2] = T.Select(T.int64(0) < T.Cast("int64", lv6[v_ax0, v_ax1, v_ax2]), a[v_ax0, v_ax1, v_ax2], lv7[v_ax0, v_ax1, v_ax2])
#|
#|     @R.function(private=True)
#|     def another(x: R.Tensor((2, 4, 3), dtype="float32")) -> R.Tensor((2, 4, 3), dtype="float32"):
#|         cls = Module
#|         y = R.call_tir(cls.maximum, (x,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|         z = R.call_tir(cls.tir_exp, (y,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|         return z
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 1, 3), dtype="float32"), y: R.Tensor((4, 1), dtype="float32"), i: R.Tensor((3,), dtype="int32")) -> R.Tuple(R.Tensor((2, 4, 3), dtype="float32"), R.Tensor((3,), dtype="int32"), R.Tensor((3,), dtype="int32"), R.Tensor((2, 4, 3), dtype="float16")):
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.subtract, (x, y), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             b = R.call_tir(cls.subtract1, (a,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             c = R.call_tir(cls.divide, (b,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             d = R.call_tir(cls.maximum, (c,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             e = R.call_tir(cls.tir_sign, (i,), out_sinfo=R.Tensor((3,), dtype="int32"))
#|             f = R.call_tir(cls.floor_divide, (i,), out_sinfo=R.Tensor((3,), dtype="int32"))
#|             lv6 = R.call_tir(cls.greater, (a, d), out_sinfo=R.Tensor((2, 4, 3), dtype="bool"))
#|             lv7 = R.call_tir(cls.tir_clip, (d,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             g = R.call_tir(cls.where, (lv6, a, lv7), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             lv9 = R.call_tir(cls.tir_square, (a,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             lv10 = R.call_tir(cls.cast, (lv9,), out_sinfo=R.Tensor((2, 4, 3), dtype="float16"))
#|             out: R.Tuple(R.Tensor((2, 4, 3), dtype="float32"), R.Tensor((3,), dtype="int32"), R.Tensor((3,), dtype="int32"), R.Tensor((2, 4, 3), dtype="float16")) = g, e, f, lv10
#|             R.output(out)
#|         return out
