# test: fails run --entry=scatter --input=A=8xf32=iota
# It is text of the language, and no engine runs it.
@T.prim_func
def scatter(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for i in range(8):
        B[A[i]] = T.float32(1)

#| an_index_that_is_no_integer.py:6:9: error: kernel 'scatter': an index of float32 cannot be computed [E0903]
#|             B[A[i]] = T.float32(1)
#|             ^~~~~~~~~~~~~~~~~~~~~~
