# test: fails check
@R.function
def main(x: R.Tensor(("m",), "float32")):
    a = R.prim_value(T.min_value("int91"))
    b = R.prim_value(T.max_value("uint128"))
    c = R.prim_value(T.max_value("handle"))
    d = R.prim_value(T.reinterpret("int91", 1))
    return x

#| limits_of_odd_dtypes.py:4:22: error: int91 has no greatest value [E0315]
#|         a = R.prim_value(T.min_value("int91"))
#|                          ^~~~~~~~~~~~~~~~~~~~
#| limits_of_odd_dtypes.py:5:22: error: uint128 has no greatest value [E0315]
#|         b = R.prim_value(T.max_value("uint128"))
#|                          ^~~~~~~~~~~~~~~~~~~~~~
#| limits_of_odd_dtypes.py:6:22: error: handle has no greatest value [E0315]
#|         c = R.prim_value(T.max_value("handle"))
#|                          ^~~~~~~~~~~~~~~~~~~~~
