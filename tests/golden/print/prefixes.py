# test: fmt --ir-prefix=ir --tir-prefix=tir --relax-prefix=relax --verify-roundtrip
# The namespaces under other names; strings and comments keep what they say.
@I.ir_module
class Module:
    I.module_attrs({"R.note": "T.int64"})

    # R.add is not renamed here
    @T.prim_func
    def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("T.copy"):
                v = T.axis.spatial(4, i)
                B[v] = A[v]  # T.copy

    @R.function
    def main(x: R.Tensor(("n",), "float32"), R_1: R.Tensor((4,), "float32")):
        n = T.int64()
        R.func_attr({"text": "R.add(x, x)"})
        cls = Module
        relax = R.add(x, x)
        y = R.call_tir(cls.copy, (R_1,), out_sinfo=R.Tensor((4,), "float32"))
        return (relax, y)

#| # from tvm.script import ir as ir
#| # from tvm.script import tir as tir
#| # from tvm.script import relax as relax
#|
#| @ir.ir_module
#| class Module:
#|     ir.module_attrs({"R.note": "T.int64"})
#|     # R.add is not renamed here
#|     @tir.prim_func
#|     def copy(A: tir.Buffer((4,), "float32"), B: tir.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with tir.block("T.copy"):
#|                 v = tir.axis.spatial(4, i)
#|                 tir.reads(A[v])
#|                 tir.writes(B[v])
#|                 B[v] = A[v]  # T.copy
#|
#|     @relax.function
#|     def main(x: relax.Tensor(("n",), dtype="float32"), R_1: relax.Tensor((4,), dtype="float32")) -> relax.Tuple(relax.Tensor(("n",), dtype="float32"), relax.Tensor((4,), dtype="float32")):
#|         n = tir.int64()
#|         relax.func_attr({"text": "R.add(x, x)"})
#|         cls = Module
#|         relax_1: relax.Tensor((n,), dtype="float32") = relax.add(x, x)
#|         y = relax.call_tir(cls.copy, (R_1,), out_sinfo=relax.Tensor((4,), dtype="float32"))
#|         return (relax_1, y)
