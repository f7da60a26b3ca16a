# test: run --entry=ohwi --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
# test: run --entry=ohwi --dim=n=1..2 --fill='rand(normal,seed=7)' --no-winograd
# test: run --entry=hwio --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
# test: run --entry=bytes --dim=n=1..3:2 --fill=rand --guard
# test: run --entry=groups --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
# test: run --entry=planes --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
# test: run --entry=inner --dump=kernels --input=x=1x4x4x2xf32=iota --input=w=4x3x3x2xf32=iota
# Weights beside pixels are read where they lie, whichever of their dims is the last one.
from tvm.script import relax as R
@R.function
def ohwi(x: R.Tensor(("n", 7, 7, 64), "float32"), w: R.Tensor((48, 3, 3, 64), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="OHWI")
        R.output(y)
    return y
@R.function
def hwio(x: R.Tensor(("n", 5, 6, 7), "float32"), w: R.Tensor((3, 2, 7, 9), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, strides=(1, 2), data_layout="NHWC", kernel_layout="HWIO")
        R.output(y)
    return y
@R.function
def bytes(x: R.Tensor(("n", 6, 6, 32), "int8"), w: R.Tensor((24, 3, 3, 32), "int8")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="OHWI", out_dtype="int32")
        R.output(y)
    return y
@R.function
def groups(x: R.Tensor(("n", 6, 6, 8), "float32"), w: R.Tensor((8, 3, 3, 4), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, padding=1, groups=2, data_layout="NHWC", kernel_layout="OHWI")
        R.output(y)
    return y
@R.function
def planes(x: R.Tensor(("n", 6, 6, 5), "float32"), w: R.Tensor((3, 3, 5, 2), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="HWIO", out_layout="NCHW")
        R.output(y)
    return y
@R.function
def inner(x: R.Tensor((1, 4, 4, 2), "float32"), w: R.Tensor((4, 3, 3, 2), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w, data_layout="NHWC", kernel_layout="OHWI")
        R.output(y)
    return y

#| $ run --entry=ohwi --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
#| $ run --entry=ohwi --dim=n=1..2 --fill='rand(normal,seed=7)' --no-winograd
#| n=1: agrees
#| n=2: agrees
#| 2 of 2 sizes agree
#| $ run --entry=hwio --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
#| $ run --entry=bytes --dim=n=1..3:2 --fill=rand --guard
#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
#| $ run --entry=groups --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
#| $ run --entry=planes --dim=n=1..3:2 --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
#| $ run --entry=inner --dump=kernels --input=x=1x4x4x2xf32=iota --input=w=4x3x3x2xf32=iota
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def conv2d(w: T.Buffer((T.int64(4), T.int64(3), T.int64(3), T.int64(2)), "float32"), x: T.Buffer((T.int64(1), T.int64(4), T.int64(4), T.int64(2)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         out_view = T.decl_buffer((T.int64(4), T.int64(4)), data=out.data)
#|         for i, yy, xx, rc, ry, rx in T.grid(T.int64(4), T.int64(2), T.int64(2), T.int64(2), T.int64(3), T.int64(3)):
#|             with T.block("conv2d"):
#|                 v_i, v_yy, v_xx, v_rc, v_ry, v_rx = T.axis.remap("SSSRRR", [i, yy, xx, rc, ry, rx])
#|                 T.reads(w[v_i, v_ry, v_rx, v_rc], x[T.int64(0), v_yy + v_ry, v_xx + v_rx, v_rc])
#|                 T.writes(out_view[v_yy * T.int64(2) + v_xx, v_i])
#|                 with T.init():
#|                     out_view[v_yy * T.int64(2) + v_xx, v_i] = T.float32(0.0)
#|                 out_view[v_yy * T.int64(2) + v_xx, v_i] = out_view[v_yy * T.int64(2) + v_xx, v_i] + w[v_i, v_ry, v_rx, v_rc] * x[T.int64(0), v_yy + v_ry, v_xx + v_rx, v_rc]
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 4, 4, 2), dtype="float32"), w: R.Tensor((4, 3, 3, 2), dtype="float32")) -> R.Tensor((1, 2, 2, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.conv2d, (w, x), out_sinfo=R.Tensor((1, 2, 2, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
