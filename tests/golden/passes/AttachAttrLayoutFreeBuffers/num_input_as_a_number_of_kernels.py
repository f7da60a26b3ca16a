# test: opt --passes=AttachAttrLayoutFreeBuffers
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def mm(x: T.Buffer((2,), "float32"), w: T.Buffer((2,), "float32"), C: T.Buffer((2,), "float32")):
        for i in range(2):
            with T.block("c"):
                vi = T.axis.spatial(2, i)
                C[vi] = x[vi] + w[vi]
    @R.function
    def main(x: R.Tensor((2,), "float32"), w: R.Tensor((2,), "float32")):
        R.func_attr({"num_input": T.int64(1)})
        cls = Module
        y = R.call_tir(cls.mm, (x, w), out_sinfo=R.Tensor((2,), "float32"))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def mm1(x: T.Buffer((2,), "float32"), w: T.Buffer((2,), "float32"), C: T.Buffer((2,), "float32")):
#|         T.func_attr({"layout_free_buffers": [1]})
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("c"):
#|                 vi = T.axis.spatial(2, i)
#|                 T.reads(x[vi], w[vi])
#|                 T.writes(C[vi])
#|                 C[vi] = x[vi] + w[vi]
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32"), w: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         R.func_attr({"num_input": T.int64(1)})
#|         cls = Module
#|         y = R.call_tir(cls.mm1, (x, w), out_sinfo=R.Tensor((2,), dtype="float32"))
#|         return y
