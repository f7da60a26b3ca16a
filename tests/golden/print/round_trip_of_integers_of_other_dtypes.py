# test: fails fmt --verify-roundtrip
# The text form leaves the dtype of an integer out, as TVM's does: no defect of Hammock.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"t": T.int64(3)})
    R.print(x, R.prim_value(T.int32(3)))
    return (x, R.prim_value(T.int32(4)))

#| hammock: error: round_trip_of_integers_of_other_dtypes.py: round trip: the text form cannot say the dtype of an integer: in 'main': the struct info of a result
