# test: opt --passes=AttachAttrLayoutFreeBuffers,AttachAttrLayoutFreeBuffers
# The second time nothing changes.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(4, i)
                b[vi] = a[vi] + a[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.call_tir(Module.twice, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def twice1(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         T.func_attr({"layout_free_buffers": []})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[vi])
#|                 T.writes(b[vi])
#|                 b[vi] = a[vi] + a[vi]
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         y = R.call_tir(cls.twice1, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return y
