# test: fails run --entry=f --dim=n=3 --fill=ones --engine=eval
# test: fails run --entry=f --dim=n=3 --fill=ones
# A buffer whose dim comes out negative has no elements.
@T.prim_func
def f(a: T.handle):
    n = T.int32()
    A = T.match_buffer(a, (n,))
    B = T.decl_buffer((n - 5,), data=A.data)
    A[0] = B[0]

#| $ fails run --entry=f --dim=n=3 --fill=ones --engine=eval
#| extents_below_zero.py:9:5: error: kernel 'f': B[0] is outside of its buffer: its dim 0 is -2 [E0701]
#|         A[0] = B[0]
#|         ^~~~~~~~~~~
#| $ fails run --entry=f --dim=n=3 --fill=ones
#| extents_below_zero.py:9:5: error: kernel 'f': B[0] is outside of its buffer: its dim 0 is -2 [E0701]
#|         A[0] = B[0]
#|         ^~~~~~~~~~~
