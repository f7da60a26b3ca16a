# test: fails check
# A number is not changed silently.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    m = T.int64()
    a = R.prim_value(T.int8(300))
    b = R.prim_value(T.uint8(-1))
    c = R.prim_value(T.Cast("uint8", m) + 256)
    d = R.prim_value(T.cast(1000, "int8"))
    e = R.prim_value(T.int64(-1) + T.uint64(0))
    f = R.prim_value(T.uint64(0) - T.uint64(1))
    g = R.prim_value(T.float32(0.5) + T.float32(1))
    return x

#| numbers_that_do_not_fit.py:6:29: error: the number does not fit into int8 [E0902]
#|         a = R.prim_value(T.int8(300))
#|                                 ^~~
#| numbers_that_do_not_fit.py:7:30: error: the number does not fit into uint8 [E0902]
#|         b = R.prim_value(T.uint8(-1))
#|                                  ^~
#| numbers_that_do_not_fit.py:8:43: error: the number does not fit into uint8 [E0902]
#|         c = R.prim_value(T.Cast("uint8", m) + 256)
#|                                               ^~~
#| numbers_that_do_not_fit.py:9:29: error: the number does not fit into int8 [E0902]
#|         d = R.prim_value(T.cast(1000, "int8"))
#|                                 ^~~~
#| numbers_that_do_not_fit.py:10:22: error: the number does not fit into uint64 [E0902]
#|         e = R.prim_value(T.int64(-1) + T.uint64(0))
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~~
#| numbers_that_do_not_fit.py:11:22: error: the result does not fit into 64 bits with a sign [E0902]
#|         f = R.prim_value(T.uint64(0) - T.uint64(1))
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~~
