# test: fails check
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    A[0] = float("x1")
    A[1] = float("1e999")

#| texts_that_are_no_floats.py:4:18: error: this text is no number [E0310]
#|         A[0] = float("x1")
#|                      ^~~~
#| texts_that_are_no_floats.py:5:18: error: the number does not fit into float64 [E0902]
#|         A[1] = float("1e999")
#|                      ^~~~~~~
