# test: fails run --engine=eval --input=n=32
# test: fails run --input=n=32
@T.prim_func
def f(n: T.int32, A: T.Buffer((1,), "int32")):
    A[0] = T.shift_left(1, n)

#| $ fails run --engine=eval --input=n=32
#| a_shift_that_is_too_far.py:5:5: error: kernel 'f': a shift by 32 of an integer of 32 bits [E0701]
#|         A[0] = T.shift_left(1, n)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --input=n=32
#| a_shift_that_is_too_far.py:5:5: error: kernel 'f': a shift by 32 of an integer of 32 bits [E0701]
#|         A[0] = T.shift_left(1, n)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
