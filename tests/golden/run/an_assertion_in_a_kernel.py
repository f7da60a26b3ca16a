# test: fails run --engine=eval --input=n=3
# test: fails run --input=n=3
@T.prim_func
def f(n: T.int32, A: T.Buffer((4,), "int32")):
    assert n > 3, "n is too small"
    A[0] = n

#| $ fails run --engine=eval --input=n=3
#| an_assertion_in_a_kernel.py:5:5: error: kernel 'f': assertion failed: n is too small [E0701]
#|         assert n > 3, "n is too small"
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --input=n=3
#| an_assertion_in_a_kernel.py:5:5: error: kernel 'f': assertion failed: n is too small [E0701]
#|         assert n > 3, "n is too small"
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
