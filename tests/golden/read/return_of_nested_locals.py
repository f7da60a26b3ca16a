# test: fmt
# A return inside a dataflow block exports the locals in it at any depth, of a named tuple the tuple alone.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def g(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
        T.evaluate(0)

    @R.function
    def argument(A: R.Tensor((16,), "float32")):
        with R.dataflow():
            B = R.add(A, A)
            return R.call_tir(Module.g, (B,), R.Tensor((16,), "float32"))

    @R.function
    def concat(A: R.Tensor((16,), "float32")):
        with R.dataflow():
            B = R.add(A, A)
            C = R.add(B, A)
            return R.concat((B, C))

    @R.function
    def nested(A: R.Tensor((16,), "float32")):
        with R.dataflow():
            B = R.add(A, A)
            C = R.add(B, A)
            return (B, ((C,), A))

    @R.function
    def named(A: R.Tensor((16,), "float32")):
        with R.dataflow():
            B = R.add(A, A)
            t = (B, A)
            return t

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def g(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
#|         T.evaluate(0)
#|
#|     @R.function
#|     def argument(A: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             B: R.Tensor((16,), dtype="float32") = R.add(A, A)
#|             R.output(B)
#|         gv = R.call_tir(cls.g, (B,), out_sinfo=R.Tensor((16,), dtype="float32"))
#|         return gv
#|
#|     @R.function
#|     def concat(A: R.Tensor((16,), dtype="float32")) -> R.Tensor((32,), dtype="float32"):
#|         with R.dataflow():
#|             B: R.Tensor((16,), dtype="float32") = R.add(A, A)
#|             C: R.Tensor((16,), dtype="float32") = R.add(B, A)
#|             R.output(B, C)
#|         gv: R.Tensor((32,), dtype="float32") = R.concat((B, C), axis=0)
#|         return gv
#|
#|     @R.function
#|     def named(A: R.Tensor((16,), dtype="float32")) -> R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((16,), dtype="float32")):
#|         with R.dataflow():
#|             B: R.Tensor((16,), dtype="float32") = R.add(A, A)
#|             t: R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((16,), dtype="float32")) = B, A
#|             R.output(t)
#|         return t
#|
#|     @R.function
#|     def nested(A: R.Tensor((16,), dtype="float32")) -> R.Tuple(R.Tensor((16,), dtype="float32"), R.Tuple(R.Tuple(R.Tensor((16,), dtype="float32")), R.Tensor((16,), dtype="float32"))):
#|         with R.dataflow():
#|             B: R.Tensor((16,), dtype="float32") = R.add(A, A)
#|             C: R.Tensor((16,), dtype="float32") = R.add(B, A)
#|             R.output(B, C)
#|         return (B, ((C,), A))
