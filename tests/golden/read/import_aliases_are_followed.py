# test: fmt
# What imports of Python call the namespaces of the language, and their members, is what the language means; a variable of that name hides it.
import tvm.script.tir as Tx
from tvm import script
from tvm.script import ir as tvm_ir, relax as rx
from tvm.script.relax import Tensor, function


@tvm_ir.ir_module
class Module:
    @Tx.prim_func
    def kernel(A: Tx.Buffer((4,), "float32"), B: Tx.Buffer((4,), "float32")):
        for i in range(4):
            with Tx.block("b"):
                B[i] = A[i] + Tx.float32(1)

    @rx.function
    def main(x: rx.Tensor((4,), "float32"), y: Tensor(("n", "Tx.max(n, 4)"), "float32")):
        cls = Module
        with rx.dataflow():
            a = rx.nn.relu(x)
            b = rx.call_tir(cls.kernel, (a,), out_sinfo=rx.Tensor((4,), "float32"))
            rx.output(b)
        return (b, y)


@function
def other(rx: Tensor((2,), "float32")):
    Tx = script.relax.add(rx, rx)
    return Tx


if True:
    from tvm.script import relax as other_name

    @other_name.function
    def third(x: other_name.Tensor((2,), "float32")):
        return other_name.exp(x)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("b"):
#|                 T.reads(A[i])
#|                 T.writes(B[i])
#|                 B[i] = A[i] + T.float32(1.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor(("n", "T.max(n, 4)"), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor(("n", "T.max(n, 4)"), dtype="float32")):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             a: R.Tensor((4,), dtype="float32") = R.nn.relu(x)
#|             b = R.call_tir(cls.kernel, (a,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(b)
#|         return (b, y)
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def other(rx: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     Tx: R.Tensor((2,), dtype="float32") = R.add(rx, rx)
#|     return Tx
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def third(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     gv: R.Tensor((2,), dtype="float32") = R.exp(x)
#|     return gv
