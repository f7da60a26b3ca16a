# test: run --dump=kernels --fill=ones --dim=n=3
# Symbols are numbers: a kernel is for these shapes.
@R.function
def main(x: R.Tensor(("n", 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        y = R.add(x, b)
        z = R.nn.relu(y)
        out = R.multiply(R.exp(z), R.const(0.5, "float32"))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add_relu_exp_multiply(x: T.Buffer((T.int64(3), T.int64(8)), "float32"), b: T.Buffer((T.int64(8),), "float32"), out: T.Buffer((T.int64(3), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(8)):
#|             with T.block("multiply"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], b[v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.exp(T.max(x[v_ax0, v_ax1] + b[v_ax1], T.float32(0.0))) * T.float32(0.5)
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor((3, 8), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.add_relu_exp_multiply, (x, b), out_sinfo=R.Tensor((3, 8), dtype="float32"))
#|             R.output(gv)
#|         return gv
