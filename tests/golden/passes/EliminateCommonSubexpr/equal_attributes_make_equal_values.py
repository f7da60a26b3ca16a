# test: opt --passes=EliminateCommonSubexpr,DeadCodeElimination
# Another axis is another value; the order of a sum is not.
@R.function
def main(x: R.Tensor((4, 4), "float32"), y: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.sum(R.add(x, y), axis=[0])
        b = R.sum(R.add(y, x), axis=[0])
        c = R.sum(R.add(x, y), axis=[1])
        d = R.add(R.add(a, b), c)
        R.output(d)
    return d

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32"), y: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 4), dtype="float32") = R.add(x, y)
#|         a: R.Tensor((4,), dtype="float32") = R.sum(lv, axis=[0], keepdims=False)
#|         c: R.Tensor((4,), dtype="float32") = R.sum(lv, axis=[1], keepdims=False)
#|         lv6: R.Tensor((4,), dtype="float32") = R.add(a, a)
#|         d: R.Tensor((4,), dtype="float32") = R.add(lv6, c)
#|         R.output(d)
#|     return d
