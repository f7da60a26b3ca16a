# test: check
# A buffer that is left out, an element beside the region, a loop beyond it. What a reduction adds to need not be read.
@T.prim_func
def sums(A: T.Buffer((17,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 4), "float32")):
    for i in range(16):
        with T.block("pair"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(B[vi])
            B[vi] = A[vi] + A[vi + 1] + C[vi, 0]
    for i in range(16):
        with T.block("row"):
            vi = T.axis.spatial(16, i)
            T.reads(C[vi, 0:3])
            T.writes()
            for k in range(4):
                B[vi] = C[vi, k]
    for i in range(16):
        with T.block("fine"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi:vi + 2], C[vi, 0:4])
            T.writes(B[vi])
            t = T.alloc_buffer((1,))
            t[0] = A[vi] + A[vi + 1]
            B[vi] = B[vi] + t[0]
            for k in range(4):
                B[vi] = B[vi] + C[vi, k]
    for i in range(4):
        with T.block("outer"):
            vi = T.axis.spatial(4, i)
            T.reads(A[vi * 4:vi * 4 + 4])
            T.writes(B[vi * 4:vi * 4 + 3])
            for j in range(4):
                with T.block("inner"):
                    vj = T.axis.spatial(4, j)
                    B[vi * 4 + vj] = A[vi * 4 + vj]

#| regions_that_do_not_cover_what_a_block_touches.py:10:13: warning: block 'pair' reads 'A' outside of the region that it declares [W0202]
#|                 B[vi] = A[vi] + A[vi + 1] + C[vi, 0]
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:8:21: note: the region
#|                 T.reads(A[vi])
#|                         ^~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:10:13: warning: block 'pair' reads 'C', which its T.reads leaves out [W0202]
#|                 B[vi] = A[vi] + A[vi + 1] + C[vi, 0]
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:6:9: note: block 'pair' begins here
#|             with T.block("pair"):
#|             ^~~~~~~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:17:17: warning: block 'row' reads 'C' outside of the region that it declares [W0202]
#|                     B[vi] = C[vi, k]
#|                     ^~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:14:21: note: the region
#|                 T.reads(C[vi, 0:3])
#|                         ^~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:17:17: warning: block 'row' writes 'B', which its T.writes leaves out [W0202]
#|                     B[vi] = C[vi, k]
#|                     ^~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:12:9: note: block 'row' begins here
#|             with T.block("row"):
#|             ^~~~~~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:36:21: warning: block 'outer' writes 'B' outside of the region that it declares [W0202]
#|                         B[vi * 4 + vj] = A[vi * 4 + vj]
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| regions_that_do_not_cover_what_a_block_touches.py:32:22: note: the region
#|                 T.writes(B[vi * 4:vi * 4 + 3])
#|                          ^~~~~~~~~~~~~~~~~~~~
