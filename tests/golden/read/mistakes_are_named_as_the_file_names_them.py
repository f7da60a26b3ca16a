# test: fails check
# Where imports call R, T and I something else, so do messages.
import tvm.script.relax as rx
from tvm.script import ir, tir as Tx


@ir.ir_module
class Net:
    @rx.function
    def main(x: rx.Tensor(("n", 3), "float32")):
        n = Tx.int64()
        y = rx.permut_dims(x)
        z = rx.add(x, rx.const(1, "int32"))
        w = rx.reshape(x, rx.shape([Tx.mox(n, 1)]))
        return y
