# test: opt --passes=LegalizeOps
# Calls without a kernel, and those whose shapes are not known; what TVM's runtime has a function for goes there.
@R.function(pure=False)
def main(x: R.Tensor(ndim=2, dtype="float32"), y: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    a = R.add(x, x)
    b = R.cumsum(y, axis=0)
    d = R.unique(y)
    e = R.print(y, format="{}")
    if c:
        f = R.add(y, y)
    else:
        f = R.grad.no_grad(y)
    return (a, b, d, f)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(y: T.Buffer((T.int64(4),), "float32"), y_1: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("T_add"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(y[v_ax0], y_1[v_ax0])
#|                 T.writes(T_add[v_ax0])
#|                 T_add[v_ax0] = y[v_ax0] + y_1[v_ax0]
#|
#|     @R.function(pure=False)
#|     def main(x: R.Tensor(dtype="float32", ndim=2), y: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tuple(R.Tensor(dtype="float32", ndim=2), R.Tensor((4,), dtype="float32"), R.Tensor(dtype="float32", ndim=1), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         a: R.Tensor(dtype="float32", ndim=2) = R.add(x, x)
#|         b: R.Tensor((4,), dtype="float32") = R.cumsum(y, axis=0, dtype="void", exclusive=False)
#|         d: R.Tensor(dtype="float32", ndim=1) = R.call_pure_packed("relax.run.unique", y, R.prim_value(1), R.prim_value(0), R.prim_value(0), R.prim_value(0), sinfo_args=(R.Tensor(dtype="float32", ndim=1),))
#|         R.call_packed("relax.run.print", R.str("{}"), y, sinfo_args=(R.Tuple,))
#|         if c:
#|             f_then = R.call_tir(cls.add, (y, y), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             f: R.Tensor((4,), dtype="float32") = f_then
#|         else:
#|             f_else: R.Tensor((4,), dtype="float32") = y
#|             f: R.Tensor((4,), dtype="float32") = f_else
#|         return (a, b, d, f)
