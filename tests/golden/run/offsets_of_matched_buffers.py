# test: fails run --entry=factor --engine=eval --fill=ones
# test: fails run --entry=factor --fill=ones
# test: fails run --entry=number --engine=eval --fill=ones
# test: fails run --entry=number --fill=ones
# test: run --entry=nested --fill=iota
# A view of a part begins at a multiple of what it says, or at the number that it says; strides are those of the memory.
@T.prim_func
def factor(A: T.Buffer((16,), "float32")):
    for i in range(4):
        with T.block("b"):
            v = T.axis.spatial(4, i)
            B = T.match_buffer(A[v * 6:v * 6 + 4], (4,), "float32", offset_factor=4)
            B[0] = T.float32(0)


@T.prim_func
def number(A: T.Buffer((16,), "float32")):
    for i in range(4):
        with T.block("b"):
            v = T.axis.spatial(4, i)
            B = T.match_buffer(A[v * 4 + 4:v * 4 + 8], (4,), "float32", elem_offset=4)
            B[0] = T.float32(0)


@T.prim_func
def nested(A: T.Buffer((8, 8), "float32"), S: T.Buffer((2,), "int32")):
    with T.block("b"):
        V = T.match_buffer(A[0:4, 0:4], (4, 4), "float32")
        with T.block("c"):
            s0 = T.int32()
            s1 = T.int32()
            W = T.match_buffer(V[0:2, 0:2], (2, 2), "float32", strides=(s0, s1), offset_factor=1)
            S[0] = s0
            S[1] = s1

#| $ fails run --entry=factor --engine=eval --fill=ones
#| offsets_of_matched_buffers.py:10:9: error: kernel 'factor': the offset of 'B' is 6, no multiple of 4 [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=factor --fill=ones
#| offsets_of_matched_buffers.py:10:9: error: kernel 'factor': the offset of 'B' is 6, no multiple of 4 [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=number --engine=eval --fill=ones
#| offsets_of_matched_buffers.py:19:9: error: kernel 'number': the offset of 'B' is 8, expected 4 [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --entry=number --fill=ones
#| offsets_of_matched_buffers.py:19:9: error: kernel 'number': the offset of 'B' is 8, expected 4 [E0701]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| $ run --entry=nested --fill=iota
#| [8 1]
