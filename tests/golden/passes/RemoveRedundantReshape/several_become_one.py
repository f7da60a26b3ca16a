# test: opt --passes=RemoveRedundantReshape
# Only the last shape counts, and a reshape to the shape that is there is none.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3, 4), "float32")):
    with R.dataflow():
        a = R.reshape(x, R.shape([6, 4]))
        b = R.reshape(a, R.shape([24]))
        c = R.reshape(b, R.shape([4, 6]))
        d = R.reshape(c, R.shape([4, 6]))
        e = R.exp(d)
        R.output(e)
    return e

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3, 4), dtype="float32")) -> R.Tensor((4, 6), dtype="float32"):
#|     with R.dataflow():
#|         d: R.Tensor((4, 6), dtype="float32") = R.reshape(x, R.shape([4, 6]))
#|         e: R.Tensor((4, 6), dtype="float32") = R.exp(d)
#|         R.output(e)
#|     return e
