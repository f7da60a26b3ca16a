# test: rules run
# Rewriting goes on until nothing changes; the names are those of the tutorial.
from tvm.script import relax as R
from tvm.script import tir as T
from tvm import relax as rx
from tvm import relay, tir
from tvm.relax.analysis import get_var2val
from tvm.relax.dpl import *

@R.function(private=True)
def before(
    x: R.Tensor((1024,)),
    y: R.Tensor((1024,)),
    z: R.Tensor((1024,)),
):
    with R.dataflow():
        a = R.add(x, y)
        b = R.add(a, z)
        out = R.multiply(b, R.const(5.0))
        R.output(out)
    return out
before.show()

pattern_add_lhs = wildcard()
pattern_add_rhs = wildcard()
pattern_add = is_op("relax.add")(pattern_add_lhs, pattern_add_rhs)

mul_const = is_const()
pattern_mul = is_op("relax.multiply")(pattern_add, mul_const)

pattern = pattern_mul

def rewriter(_expr, matches):
    const = matches[mul_const]
    return (matches[pattern_add_lhs] * const) + (matches[pattern_add_rhs] * const)

after = rewrite_call(pattern, rewriter, before)
after.show()

#| # from tvm.script import relax as R
#|
#| @R.function(private=True)
#| def main(x: R.Tensor((1024,)), y: R.Tensor((1024,)), z: R.Tensor((1024,))) -> R.Tensor((1024,)):
#|     with R.dataflow():
#|         a: R.Tensor((1024,)) = R.add(x, y)
#|         b: R.Tensor((1024,)) = R.add(a, z)
#|         out: R.Tensor((1024,)) = R.multiply(b, R.const(5.0, "float32"))
#|         R.output(out)
#|     return out
#| # from tvm.script import relax as R
#|
#| @R.function(private=True)
#| def main(x: R.Tensor((1024,)), y: R.Tensor((1024,)), z: R.Tensor((1024,))) -> R.Tensor((1024,)):
#|     with R.dataflow():
#|         lv3: R.Tensor((1024,)) = R.multiply(x, R.const(5.0, "float32"))
#|         lv4: R.Tensor((1024,)) = R.multiply(y, R.const(5.0, "float32"))
#|         lv1: R.Tensor((1024,)) = R.add(lv3, lv4)
#|         lv2: R.Tensor((1024,)) = R.multiply(z, R.const(5.0, "float32"))
#|         out: R.Tensor((1024,)) = R.add(lv1, lv2)
#|         R.output(out)
#|     return out
