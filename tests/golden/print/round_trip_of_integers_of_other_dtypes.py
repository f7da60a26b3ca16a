# test: fmt --verify-roundtrip
# test: fails fmt --show-meta --verify-roundtrip
# TVM's text leaves the dtype of an integer out: no defect of Hammock.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"t": T.int64(3)})
    R.print(x, R.prim_value(T.int32(3)))
    return (x, R.prim_value(T.int32(4)))

#| $ fmt --verify-roundtrip
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Prim(value=T.int32(4))):
#|     R.func_attr({"t": T.int64(3)})
#|     R.print(x, R.prim_value(T.int32(3)), format=R.str(""))
#|     return (x, R.prim_value(T.int32(4)))
#| $ fails fmt --show-meta --verify-roundtrip
#| round_trip_of_integers_of_other_dtypes.py:5:5: warning: TVM's text cannot say the value here, and in 3 more places; it reads back as another [W0105]
#|     def main(x: R.Tensor((2,), "float32")):
#|         ^~~~
#| hammock: error: round_trip_of_integers_of_other_dtypes.py: round trip: the text form cannot say the dtype of an integer: in 'main': the struct info of a result
