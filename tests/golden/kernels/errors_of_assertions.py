# test: fmt --dialect=tvm-0.26
# test: fmt
# Which error an assertion is, and the parts of its message, are kept.
from tvm.script import tirx as T

@T.prim_func
def kernel(n: T.int32):
    assert n > 0, ("ValueError", ["n is ", "small"])
    assert n > 1, ("RuntimeError", ["in ", "parts"])
    T.evaluate(n)

#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def kernel(n: T.int32):
#|     assert n > 0, ("ValueError", ["n is ", "small"])
#|     assert n > 1, ("RuntimeError", ["in ", "parts"])
#|     T.evaluate(n)
#| $ fmt
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(n: T.int32):
#|     assert n > 0, ("ValueError", ["n is ", "small"])
#|     assert n > 1, "in parts"
#|     T.evaluate(n)
#| errors_of_assertions.py:8:5: warning: an assertion that is a "ValueError" is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|         assert n > 0, ("ValueError", ["n is ", "small"])
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
