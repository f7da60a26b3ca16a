# test: opt --passes=TopologicalSort
# zeros uses no value, but the match_cast must tell n before it.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    with R.dataflow():
        y = R.exp(x)
        z = R.match_cast(y, R.Tensor((n,), "float32"))
        o = R.zeros(R.shape([n]), "float32")
        w = R.add(z, o)
        R.output(w)
    return w

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
#|     n = T.int64()
#|     with R.dataflow():
#|         y: R.Tensor(dtype="float32", ndim=1) = R.exp(x)
#|         z: R.Tensor((n,), dtype="float32") = R.match_cast(y, R.Tensor((n,), dtype="float32"))
#|         o: R.Tensor((n,), dtype="float32") = R.zeros(R.shape([n]), dtype="float32")
#|         w: R.Tensor((n,), dtype="float32") = R.add(z, o)
#|         R.output(w)
#|     return w
