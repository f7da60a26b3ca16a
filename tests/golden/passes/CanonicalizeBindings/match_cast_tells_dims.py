# test: opt --passes=CanonicalizeBindings
# What a match_cast tells of symbolic dims goes into everything behind it, and a cast that tells nothing any more goes away.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(("n", 16), "float32")):
    n = T.int64()
    m = T.int64()
    k = T.int64()
    y = R.match_cast(x, R.Tensor((m, k), "float32"))
    z = R.reshape(y, R.shape([m * k]))
    w = R.zeros(R.shape([k + 1]), "float32")
    return (z, w)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", 16), dtype="float32")) -> R.Tuple(R.Tensor(("n * 16",), dtype="float32"), R.Tensor((17,), dtype="float32")):
#|     n = T.int64()
#|     z: R.Tensor((n * 16,), dtype="float32") = R.reshape(x, R.shape([n * 16]))
#|     w: R.Tensor((17,), dtype="float32") = R.zeros(R.shape([17]), dtype="float32")
#|     return (z, w)
