# test: fails check
# A literal is not changed silently; the largest float32 fits, however it is rounded.
@R.function
def main(x: R.Tensor((2,), "float32")):
    m = R.const(1e39, "float32")
    n = R.const([70000], "float16")
    p = R.const(3.9, "int32")
    r = R.const(2, "bool")
    q = R.const([3.4028235e38, 1], "float32")
    s = R.const(3.0, "int32")
    t = R.const(float("nan"), "bool")
    return x

#| constants_that_do_not_fit.py:5:17: error: the number does not fit into float32 [E0902]
#|         m = R.const(1e39, "float32")
#|                     ^~~~
#| constants_that_do_not_fit.py:6:18: error: the number does not fit into float16 [E0902]
#|         n = R.const([70000], "float16")
#|                      ^~~~~
#| constants_that_do_not_fit.py:7:17: error: the number does not fit into int32 [E0902]
#|         p = R.const(3.9, "int32")
#|                     ^~~
#| constants_that_do_not_fit.py:8:17: error: the number does not fit into bool [E0902]
#|         r = R.const(2, "bool")
#|                     ^
#| constants_that_do_not_fit.py:11:17: error: the number does not fit into bool [E0902]
#|         t = R.const(float("nan"), "bool")
#|                     ^~~~~~~~~~~~
