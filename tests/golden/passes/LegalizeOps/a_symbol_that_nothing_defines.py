# test: opt --passes=LegalizeOps
# An argument of R.call_tir must be defined; of R.eye_like it need not be.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
        n = T.int64()
        m = T.int64()
        k = T.int64()
        first = R.eye_like(x, R.prim_value(n), dtype="void")
        second = R.eye_like(x, R.prim_value(k), dtype="void")
        return R.add(first, second)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(var_first: T.handle, var_second: T.handle, var_T_add: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         first = T.match_buffer(var_first, (n, m))
#|         second = T.match_buffer(var_second, (n, m))
#|         T_add = T.match_buffer(var_T_add, (n, m))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n, m):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(first[v_ax0, v_ax1], second[v_ax0, v_ax1])
#|                 T.writes(T_add[v_ax0, v_ax1])
#|                 T_add[v_ax0, v_ax1] = first[v_ax0, v_ax1] + second[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def eye_like(var_eye: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         eye = T.match_buffer(var_eye, (n, m))
#|         # with T.block("root"):
#|         for i, j in T.grid(n, m):
#|             with T.block("eye"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads()
#|                 T.writes(eye[v_i, v_j])
#|                 eye[v_i, v_j] = T.if_then_else(v_i == v_j - n, T.float32(1.0), T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tensor(("n", "m"), dtype="float32"):
#|         n = T.int64()
#|         m = T.int64()
#|         cls = Module
#|         k = T.int64()
#|         first = R.call_tir(cls.eye_like, R.tuple(), out_sinfo=R.Tensor((n, m), dtype="float32"))
#|         second: R.Tensor((n, m), dtype="float32") = R.eye_like(x, R.prim_value(k), dtype="void")
#|         gv2 = R.call_tir(cls.add, (first, second), out_sinfo=R.Tensor((n, m), dtype="float32"))
#|         return gv2
