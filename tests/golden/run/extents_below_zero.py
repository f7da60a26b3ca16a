# test: fails run --entry=f --dim=n=3 --fill=ones --engine=eval
# test: fails run --entry=f --dim=n=3 --fill=ones
# A buffer whose dim comes out negative has no elements.
@T.prim_func
def f(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    B = T.decl_buffer((n - 5,), data=A.data)
    A[0] = B[0]

#| x
