# test: run --entry=f --fill=ones
# test: run --entry=f --fill=full(2.5) --input=x=7
# test: fails run --entry=f
# A fill says numbers, too.
@T.prim_func
def f(A: T.Buffer((4,), "float32"), x: T.int32, y: T.float16, b: T.bool) -> T.int32:
    A[1] = T.Cast("float32", y)
    A[2] = T.Cast("float32", b)
    return x

#| $ run --entry=f --fill=ones
#| ([1. 1. 1. 1.],
#|  1)
#| $ run --entry=f --fill=full(2.5) --input=x=7
#| ([2.5 2.5 1.  2.5],
#|  7)
#| $ fails run --entry=f
#| hammock: error: parameter 'x' of R.Prim(value=x) has no value: give --input=x=NUMBER or --fill=SPEC
