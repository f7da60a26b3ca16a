# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor(("n", 4), "float32"), k: R.Prim("int64")):
    n = T.int64()
    a = R.full((2, n), R.const(3, "int32"), dtype="float32")
    b = R.ones_like(x)
    c = R.triu(x, -1)
    d = R.eye(3, 5, 1, dtype="int64")
    f = R.arange(0, n, 2, dtype="int64")
    g = R.astype(R.const(2.5, "float32"), "int32")
    return (a, b, c, d, f, g)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def arange(var_T_arange: T.handle, n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         T_arange = T.match_buffer(var_T_arange, ((n + T.int64(1)) // T.int64(2),), "int64")
#|         # with T.block("root"):
#|         for ax0 in range((n + T.int64(1)) // T.int64(2)):
#|             with T.block("T_arange"):
#|                 v_ax0 = T.axis.spatial((n + T.int64(1)) // T.int64(2), ax0)
#|                 T.reads()
#|                 T.writes(T_arange[v_ax0])
#|                 T_arange[v_ax0] = v_ax0 * T.int64(2)
#|
#|     @T.prim_func(private=True)
#|     def eye(eye: T.Buffer((T.int64(3), T.int64(5)), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j in T.grid(T.int64(3), T.int64(5)):
#|             with T.block("eye"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads()
#|                 T.writes(eye[v_i, v_j])
#|                 eye[v_i, v_j] = T.if_then_else(v_i == v_j - T.int64(1), T.int64(1), T.int64(0))
#|
#|     @T.prim_func(private=True)
#|     def full(var_T_full: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         T_full = T.match_buffer(var_T_full, (T.int64(2), n))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), n):
#|             with T.block("T_full"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads()
#|                 T.writes(T_full[v_ax0, v_ax1])
#|                 T_full[v_ax0, v_ax1] = T.float32(3.0)
#|
#|     @T.prim_func(private=True)
#|     def ones(var_T_full: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         T_full = T.match_buffer(var_T_full, (n, T.int64(4)))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n, T.int64(4)):
#|             with T.block("T_full"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads()
#|                 T.writes(T_full[v_ax0, v_ax1])
#|                 T_full[v_ax0, v_ax1] = T.float32(1.0)
#|
#|     @T.prim_func(private=True)
#|     def triu(var_x: T.handle, var_trilu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         x = T.match_buffer(var_x, (n, T.int64(4)))
#|         trilu = T.match_buffer(var_trilu, (n, T.int64(4)))
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(n, T.int64(4)):
#|             with T.block("trilu"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(x[v_i0, v_i1])
#|                 T.writes(trilu[v_i0, v_i1])
#|                 trilu[v_i0, v_i1] = T.Select(v_i0 <= v_i1 + T.int64(1), x[v_i0, v_i1], T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", 4), dtype="float32"), k: R.Prim("int64")) -> R.Tuple(R.Tensor((2, "n"), dtype="float32"), R.Tensor(("n", 4), dtype="float32"), R.Tensor(("n", 4), dtype="float32"), R.Tensor((3, 5), dtype="int64"), R.Tensor(("(n + 1) // 2",), dtype="int64"), R.Tensor((), dtype="int32")):
#|         n = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.full, R.tuple(), out_sinfo=R.Tensor((2, n), dtype="float32"))
#|         b = R.call_tir(cls.ones, R.tuple(), out_sinfo=R.Tensor((n, 4), dtype="float32"))
#|         c = R.call_tir(cls.triu, (x,), out_sinfo=R.Tensor((n, 4), dtype="float32"))
#|         d = R.call_tir(cls.eye, R.tuple(), out_sinfo=R.Tensor((3, 5), dtype="int64"))
#|         f = R.call_tir(cls.arange, R.tuple(), out_sinfo=R.Tensor(((n + 1) // 2,), dtype="int64"), tir_vars=R.shape([n]))
#|         g: R.Tensor((), dtype="int32") = R.const(2, "int32")
#|         return (a, b, c, d, f, g)
