# test: opt --passes=RemoveRedundantReshape
# The first reshape has another reader.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(("n", 4), "float32")):
    n = T.int64()
    with R.dataflow():
        a = R.reshape(x, R.shape([n * 4]))
        b = R.reshape(a, R.shape([n, 4]))
        R.output(a, b)
    return (a, b)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", 4), dtype="float32")) -> R.Tuple(R.Tensor(("n * 4",), dtype="float32"), R.Tensor(("n", 4), dtype="float32")):
#|     n = T.int64()
#|     with R.dataflow():
#|         a: R.Tensor((n * 4,), dtype="float32") = R.reshape(x, R.shape([n * 4]))
#|         R.output(a)
#|     return (a, x)
