# test: opt --rules=swap.rules
# A rule that applies to what it made is stopped.
@R.function
def main(x: R.Tensor((4, 2), "float32"), y: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        z = R.add(x, y)
        R.output(z)
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 2), dtype="float32"), y: R.Tensor((4, 2), dtype="float32")) -> R.Tensor((4, 2), dtype="float32"):
#|     with R.dataflow():
#|         z: R.Tensor((4, 2), dtype="float32") = R.add(y, x)
#|         R.output(z)
#|     return z
#| rule_that_undoes_itself.py:4:5: warning: stopped where it has been before: rule 'rewriter' undoes itself [W0103]
#|     def main(x: R.Tensor((4, 2), "float32"), y: R.Tensor((4, 2), "float32")):
#|         ^~~~
