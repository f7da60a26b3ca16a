# test: rules run
# A commutative operator is matched in both orders; the operator itself is an alternative; a constant is looked at.
from tvm.script import relax as R
from tvm.script import tir as T
from tvm import relax as rx
from tvm import relay, tir
from tvm.relax.analysis import get_var2val
from tvm.relax.dpl import *

@R.function(private=True)
def before(
    x: R.Tensor((1024,)),
):
    with R.dataflow():
        y = R.add(x, x)
        out = R.add(R.const(1.0), y)
        R.output(out)
    return out
before.show()

pattern_add = is_op("relax.add")
pattern_mul = is_op("relax.multiply")
pattern_op = pattern_add | pattern_mul
pattern_arg = wildcard()
pattern_const = is_const()

pattern = pattern_op(pattern_arg, pattern_const)

def rewriter(expr, matches):
    op = matches[pattern_op]
    arg = matches[pattern_arg]
    const = matches[pattern_const].data.numpy()
    if const.shape == tuple() and const[()] == 1.0:
        return rx.Call(op, [arg, rx.const(2.0)])
    else:
        return expr

after = rewrite_call(pattern, rewriter, before)
after.show()

#| # from tvm.script import relax as R
#|
#| @R.function(private=True)
#| def main(x: R.Tensor((1024,))) -> R.Tensor((1024,)):
#|     with R.dataflow():
#|         y: R.Tensor((1024,)) = R.add(x, x)
#|         out: R.Tensor((1024,)) = R.add(R.const(1.0, "float32"), y)
#|         R.output(out)
#|     return out
#| # from tvm.script import relax as R
#|
#| @R.function(private=True)
#| def main(x: R.Tensor((1024,))) -> R.Tensor((1024,)):
#|     with R.dataflow():
#|         y: R.Tensor((1024,)) = R.add(x, x)
#|         out: R.Tensor((1024,)) = R.add(y, R.const(2.0, "float32"))
#|         R.output(out)
#|     return out
