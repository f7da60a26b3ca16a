# test: rules run
# x + x becomes x * 2, as the tutorial prints it.
from tvm.script import relax as R
from tvm.script import tir as T
from tvm import relax as rx
from tvm import relay, tir
from tvm.relax.analysis import get_var2val
from tvm.relax.dpl import *

@R.function
def main(x: R.Tensor((16, 16), "float32")) -> R.Tensor((16, 16), "float32"):
    with R.dataflow():
        x2 = R.add(x, x)
        x4 = R.add(x2, x2)
        R.output(x4)
    return x4
main.show()

x = wildcard()
pattern = is_op("relax.add")(x, x)

def rewriter(_, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
rewritten = rewrite_call(pattern, rewriter, main)
rewritten.show()

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 16), dtype="float32")) -> R.Tensor((16, 16), dtype="float32"):
#|     with R.dataflow():
#|         x2: R.Tensor((16, 16), dtype="float32") = R.add(x, x)
#|         x4: R.Tensor((16, 16), dtype="float32") = R.add(x2, x2)
#|         R.output(x4)
#|     return x4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 16), dtype="float32")) -> R.Tensor((16, 16), dtype="float32"):
#|     with R.dataflow():
#|         x2: R.Tensor((16, 16), dtype="float32") = R.multiply(x, R.const(2.0, "float32"))
#|         x4: R.Tensor((16, 16), dtype="float32") = R.multiply(x2, R.const(2.0, "float32"))
#|         R.output(x4)
#|     return x4
