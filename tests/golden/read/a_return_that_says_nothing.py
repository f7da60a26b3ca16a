# test: fails check
@T.prim_func
def f(A: T.Buffer((2,), "int32"), n: T.int32):
    if n > 3:
        return
    A[0] = n
    return

@T.prim_func
def g(A: T.Buffer((2,), "int32")):
    A[0] = 1
    return None

#| a_return_that_says_nothing.py:5:9: error: a 'return' of a kernel needs a scalar; without a value it ends where its text does, and nowhere else [E0507]
#|             return
#|             ^~~~~~
#| a_return_that_says_nothing.py:7:5: error: a 'return' of a kernel needs a scalar; without a value it ends where its text does, and nowhere else [E0507]
#|         return
#|         ^~~~~~
#| a_return_that_says_nothing.py:12:5: error: a kernel returns a scalar, not None [E0507]
#|         return None
#|         ^~~~~~~~~~~
