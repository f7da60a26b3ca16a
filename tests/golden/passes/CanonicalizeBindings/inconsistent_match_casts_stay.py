# test: opt --passes=CanonicalizeBindings --remarks
# The first cast wins; one that contradicts it fails when it runs, and stays.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((3,), "float32")):
    n = T.int64()
    a = R.match_cast(x, R.Tensor((n,), "float32"))
    b = R.match_cast(y, R.Tensor((n,), "float32"))
    return (a, b)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1)):
#|     n = T.int64()
#|     a: R.Tensor((n,), dtype="float32") = R.match_cast(x, R.Tensor((n,), dtype="float32"))
#|     b: R.Tensor((n,), dtype="float32") = R.match_cast(y, R.Tensor((n,), dtype="float32"))
#|     return (a, b)
#| inconsistent_match_casts_stay.py:9:9: remark: CanonicalizeBindings: the match_cast fails: 3 is never 2 [R0101]
#|         b = R.match_cast(y, R.Tensor((n,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inconsistent_match_casts_stay.py:9:9: remark: CanonicalizeBindings: with what the match_casts say this has no struct info; symbolic dims stay as they are [R0101]
#|         b = R.match_cast(y, R.Tensor((n,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
