# test: opt --rules=patterns_that_wait_for_their_pass.py --passes=DeadCodeElimination
# Registered patterns do nothing by themselves.
register_patterns([("lib.exp", is_op("relax.exp")(wildcard()))])

@R.function
def main(p: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(p)
        R.output(a)
    return a

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((4,), dtype="float32") = R.exp(p)
#|         R.output(a)
#|     return a
#| patterns_that_wait_for_their_pass.py:3:1: warning: the patterns that are registered wait for --passes=FuseOpsByPattern, which is not asked for [W0103]
#|     register_patterns([("lib.exp", is_op("relax.exp")(wildcard()))])
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
