# test: fails run --entry=f --input=a=1 --input=b=300
# A number is not cut to the bits of its parameter.
@T.prim_func
def f(a: T.int8, b: T.uint8, A: T.Buffer((2,), "int32")):
    A[0] = T.Cast("int32", a)
    A[1] = T.Cast("int32", b)

#| hammock: error: parameter 'b' of R.Prim(value=b): '300' is not a number of dtype uint8
