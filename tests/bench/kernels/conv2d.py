# A 3x3 convolution with padding as an operator and as loops: padded before, and padded where it is read.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(X: T.Buffer((1, 64, 56, 56), "float32"), W: T.Buffer((64, 64, 3, 3), "float32"), Y: T.Buffer((1, 64, 56, 56), "float32")):
        padded = T.alloc_buffer((1, 64, 58, 58))
        for n, c, h, w in T.grid(1, 64, 58, 58):
            with T.block("padded"):
                vn, vc, vh, vw = T.axis.remap("SSSS", [n, c, h, w])
                padded[vn, vc, vh, vw] = T.if_then_else(1 <= vh and vh < 57 and 1 <= vw and vw < 57, X[vn, vc, vh - 1, vw - 1], T.float32(0))
        for n, o, h, w, c, r, s in T.grid(1, 64, 56, 56, 64, 3, 3):
            with T.block("Y"):
                vn, vo, vh, vw, vc, vr, vs = T.axis.remap("SSSSRRR", [n, o, h, w, c, r, s])
                with T.init():
                    Y[vn, vo, vh, vw] = T.float32(0)
                Y[vn, vo, vh, vw] = Y[vn, vo, vh, vw] + padded[vn, vc, vh + vr, vw + vs] * W[vo, vc, vr, vs]

    @T.prim_func
    def plain_kernel(X: T.Buffer((1, 32, 64, 1024), "float32"), W: T.Buffer((32, 32, 3, 3), "float32"), Y: T.Buffer((1, 32, 64, 1024), "float32")):
        for o, h, w in T.grid(32, 64, 1024):
            Y[0, o, h, w] = T.float32(0)
            for c, r, s in T.grid(32, 3, 3):
                Y[0, o, h, w] = Y[0, o, h, w] + T.if_then_else(1 <= h + r and h + r < 65 and 1 <= w + s and w + s < 1025, X[0, c, h + r - 1, w + s - 1], T.float32(0)) * W[o, c, r, s]

    @R.function
    def operator(x: R.Tensor((1, 64, 56, 56), "float32"), w: R.Tensor((64, 64, 3, 3), "float32")) -> R.Tensor((1, 64, 56, 56), "float32"):
        gv = R.nn.conv2d(x, w, padding=(1, 1, 1, 1))
        return gv

    @R.function
    def block(x: R.Tensor((1, 64, 56, 56), "float32"), w: R.Tensor((64, 64, 3, 3), "float32")) -> R.Tensor((1, 64, 56, 56), "float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (x, w), out_sinfo=R.Tensor((1, 64, 56, 56), "float32"))
        return gv

    @R.function
    def operator_wide(x: R.Tensor((1, 32, 64, 1024), "float32"), w: R.Tensor((32, 32, 3, 3), "float32")) -> R.Tensor((1, 32, 64, 1024), "float32"):
        gv = R.nn.conv2d(x, w, padding=(1, 1, 1, 1))
        return gv

    @R.function
    def loops_wide(x: R.Tensor((1, 32, 64, 1024), "float32"), w: R.Tensor((32, 32, 3, 3), "float32")) -> R.Tensor((1, 32, 64, 1024), "float32"):
        cls = Module
        gv = R.call_tir(cls.plain_kernel, (x, w), out_sinfo=R.Tensor((1, 32, 64, 1024), "float32"))
        return gv
