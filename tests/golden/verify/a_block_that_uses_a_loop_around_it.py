# test: fails check
# What a block with variables needs of the loops around it, it gets through them: in its body, its init and its regions.
# The values and the predicate of the block itself, loops inside of it and blocks without variables are free.
@T.prim_func
def copy(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[i, vj]

@T.prim_func
def fill(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i in range(8):
        with T.block("outer"):
            vi = T.axis.spatial(8, i)
            T.where(i < 7)
            for j in range(8):
                with T.block("without variables"):
                    B[vi, j] = A[vi, j] + T.Cast("float32", i)
                with T.block("inner"):
                    vj = T.axis.reduce(8, j + i)
                    T.reads(A[i, j])
                    T.writes(B[vi, vj])
                    with T.init():
                        B[vi, 0] = T.Cast("float32", j)
                    B[vi, vj] = B[vi, vj] + A[vi, vj]

#| a_block_that_uses_a_loop_around_it.py:9:13: error: 'i' is the variable of a loop around block 'copy', which needs a block variable for it [E0504]
#|                 B[vi, vj] = A[i, vj]
#|                 ^~~~~~~~~~~~~~~~~~~~
#| a_block_that_uses_a_loop_around_it.py:7:9: note: block 'copy' begins here
#|             with T.block("copy"):
#|             ^~~~~~~~~~~~~~~~~~~~~
#| a_block_that_uses_a_loop_around_it.py:6:9: note: the loop over 'i'
#|         for i, j in T.grid(8, 8):
#|             ^
#| a_block_that_uses_a_loop_around_it.py:19:21: error: 'i' is the variable of a loop around block 'outer', which needs a block variable for it [E0504]
#|                         B[vi, j] = A[vi, j] + T.Cast("float32", i)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_block_that_uses_a_loop_around_it.py:14:9: note: block 'outer' begins here
#|             with T.block("outer"):
#|             ^~~~~~~~~~~~~~~~~~~~~~
#| a_block_that_uses_a_loop_around_it.py:13:9: note: the loop over 'i'
#|         for i in range(8):
#|             ^
#| a_block_that_uses_a_loop_around_it.py:22:29: error: 'j' is the variable of a loop around block 'inner', which needs a block variable for it [E0504]
#|                         T.reads(A[i, j])
#|                                 ^~~~~~~
#| a_block_that_uses_a_loop_around_it.py:20:17: note: block 'inner' begins here
#|                     with T.block("inner"):
#|                     ^~~~~~~~~~~~~~~~~~~~~~
#| a_block_that_uses_a_loop_around_it.py:17:17: note: the loop over 'j'
#|                 for j in range(8):
#|                     ^
