# test: run --entry=sized --engine=eval --compare=jit --fill=ones
# test: fails run --entry=missing --engine=eval --fill=ones
# test: fails run --entry=missing --fill=ones
# test: fails run --entry=far --engine=eval --fill=ones
# test: fails run --entry=far --fill=ones
# What has the size that the run finds, and what is not there.
@T.prim_func
def sized(A: T.Buffer((4,), "float32"), n: T.Buffer((1,), "int64")):
    B = T.decl_buffer((n[0],), "float32")
    B[0] = A[1]
    A[0] = B[0] + T.float32(1)


@T.prim_func
def missing(A: T.Buffer((4,), "float32")):
    with T.allocate([4], "float32", "global", A[0] > T.float32(3)) as p:
        B = T.Buffer((4,), "float32", data=p)
        B[0] = T.float32(1)
        A[1] = B[0]


@T.prim_func
def far(A: T.Buffer((4,), "float32"), n: T.Buffer((1,), "int64")):
    p: T.handle("float32", "global") = T.handle_add_byte_offset(A.data, n[0] << T.int64(62))
    B = T.Buffer((2,), "float32", data=p)
    B[0] = T.float32(9)

#| $ run --entry=sized --engine=eval --compare=jit --fill=ones
#| [2. 1. 1. 1.]
#| $ fails run --entry=missing --engine=eval --fill=ones
#| memory_that_only_the_run_knows.py:18:9: error: kernel 'missing': the buffer 'B' has no memory [E0701]
#|             B[0] = T.float32(1)
#|             ^~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=missing --fill=ones
#| memory_that_only_the_run_knows.py:18:9: error: kernel 'missing': the buffer 'B' has no memory [E0701]
#|             B[0] = T.float32(1)
#|             ^~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=far --engine=eval --fill=ones
#| memory_that_only_the_run_knows.py:24:5: error: kernel 'far': a pointer is moved too far [E0701]
#|         p: T.handle("float32", "global") = T.handle_add_byte_offset(A.data, n[0] << T.int64(62))
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=far --fill=ones
#| memory_that_only_the_run_knows.py:24:5: error: kernel 'far': a pointer is moved too far [E0701]
#|         p: T.handle("float32", "global") = T.handle_add_byte_offset(A.data, n[0] << T.int64(62))
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
