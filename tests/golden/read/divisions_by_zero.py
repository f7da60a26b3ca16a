# test: fails check
# Also of floats.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    m = T.int64()
    a = R.prim_value(m // 0)
    b = R.prim_value(T.truncmod(m, 0))
    c = R.prim_value(T.float32(1.0) / 0.0)
    d = R.prim_value(T.Cast("float32", m) / T.float32(-0.0))
    return x

#| divisions_by_zero.py:6:22: error: a division by zero [E0315]
#|         a = R.prim_value(m // 0)
#|                          ^~~~~~
#| divisions_by_zero.py:7:22: error: a division by zero [E0315]
#|         b = R.prim_value(T.truncmod(m, 0))
#|                          ^~~~~~~~~~~~~~~~
#| divisions_by_zero.py:8:22: error: a division by zero [E0315]
#|         c = R.prim_value(T.float32(1.0) / 0.0)
#|                          ^~~~~~~~~~~~~~~~~~~~
#| divisions_by_zero.py:9:22: error: a division by zero [E0315]
#|         d = R.prim_value(T.Cast("float32", m) / T.float32(-0.0))
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
