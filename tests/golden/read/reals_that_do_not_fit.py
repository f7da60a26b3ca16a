# test: fails check
# Finite numbers that their dtype has no room for; float64 has.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.prim_value(T.float32(1e300))
    c = R.prim_value(T.float16(65505))
    d = R.prim_value(T.bfloat16(-3.4e38))
    e = R.prim_value(T.float64(1e300))
    f = R.prim_value(T.float32("inf"))
    return x

#| reals_that_do_not_fit.py:5:32: error: the number does not fit into float32 [E0902]
#|         a = R.prim_value(T.float32(1e300))
#|                                    ^~~~~
#| reals_that_do_not_fit.py:6:32: error: the number does not fit into float16 [E0902]
#|         c = R.prim_value(T.float16(65505))
#|                                    ^~~~~
#| reals_that_do_not_fit.py:7:33: error: the number does not fit into bfloat16 [E0902]
#|         d = R.prim_value(T.bfloat16(-3.4e38))
#|                                     ^~~~~~~
