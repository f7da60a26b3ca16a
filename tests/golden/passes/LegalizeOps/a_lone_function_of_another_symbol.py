# test: opt --passes=LegalizeOps
# The function goes into the class under its symbol, so that the kernel gets another name.
@R.function
def main(x: R.Tensor((3,), "float32")):
    R.func_attr({"global_symbol": "add"})
    y = R.add(x, x)
    return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add1(x: T.Buffer((T.int64(3),), "float32"), x_1: T.Buffer((T.int64(3),), "float32"), T_add: T.Buffer((T.int64(3),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(3)):
#|             with T.block("T_add"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(x[v_ax0], x_1[v_ax0])
#|                 T.writes(T_add[v_ax0])
#|                 T_add[v_ax0] = x[v_ax0] + x_1[v_ax0]
#|
#|     @R.function
#|     def add(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
#|         cls = Module
#|         y = R.call_tir(cls.add1, (x, x), out_sinfo=R.Tensor((3,), dtype="float32"))
#|         return y
