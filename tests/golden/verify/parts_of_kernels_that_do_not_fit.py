# test: fails check
# A buffer has as many strides as dims, none of them negative; what a block takes of a buffer is aligned as that one is;
# elements are counted in integers; a constant has as many elements as are given.
@I.ir_module
class Module:
    @T.prim_func
    def strides(a: T.handle):
        A = T.match_buffer(a, (4,), strides=[1, 1])
        A[0] = T.float32(0)

    @T.prim_func
    def dims(A: T.Buffer((-4,), "float32")):
        T.evaluate(A.data)

    @T.prim_func
    def alignment(A: T.Buffer((4, 4), "float32"), B: T.Buffer((2,), "float32")):
        with T.block("row"):
            R = T.match_buffer(A[1, 0:2], (2,), align=128)
            B[0] = R[0]

    @T.prim_func
    def broadcast(A: T.Buffer((4, 4), "float32"), B: T.Buffer((2,), "float32")):
        with T.block("row"):
            R = T.match_buffer(A[1, 0:2], (2,), buffer_type="auto")
            B[0] = R[0]

    @T.prim_func
    def index(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("element"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[0.5] + A[A[vi]]

    @T.prim_func
    def constant(B: T.Buffer((4,), "int32")):
        data = T.allocate_const([1, 2, 3], "int32", [4])
        C = T.Buffer((4,), "int32", data=data)
        for i in range(4):
            B[i] = C[i]

    @T.prim_func
    def lanes(A: T.Buffer((4,), "float32"), n: T.int32):
        A[0] = T.Shuffle([A[0:2]], [2])

#| parts_of_kernels_that_do_not_fit.py:8:9: error: buffer 'A' of rank 1 has 2 strides [E0507]
#|             A = T.match_buffer(a, (4,), strides=[1, 1])
#|             ^
#| parts_of_kernels_that_do_not_fit.py:12:14: error: dim 0 of buffer 'A' is -4 [E0507]
#|         def dims(A: T.Buffer((-4,), "float32")):
#|                  ^
#| parts_of_kernels_that_do_not_fit.py:18:13: error: buffer 'R' is aligned to 128 bytes, but 'A', which it is a part of, to 64 [E0507]
#|                 R = T.match_buffer(A[1, 0:2], (2,), align=128)
#|                 ^
#| parts_of_kernels_that_do_not_fit.py:24:13: error: neither buffer 'R' nor 'A', which it is a part of, may broadcast (buffer_type="auto") [E0507]
#|                 R = T.match_buffer(A[1, 0:2], (2,), buffer_type="auto")
#|                 ^
#| parts_of_kernels_that_do_not_fit.py:32:17: error: an index of buffer 'A' is an integer, not float32 [E0507]
#|                     B[vi] = A[0.5] + A[A[vi]]
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~
#| parts_of_kernels_that_do_not_fit.py:36:16: error: 'C' has 4 elements, but 3 are given [E0507]
#|             data = T.allocate_const([1, 2, 3], "int32", [4])
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| parts_of_kernels_that_do_not_fit.py:43:9: error: T.Shuffle takes lane 2 of 2 [E0507]
#|             A[0] = T.Shuffle([A[0:2]], [2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
