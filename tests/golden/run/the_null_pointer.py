# test: fails run --engine=eval --entry=main --input=k=0
# test: fails run --entry=main --input=k=0
# test: fails run --engine=eval --entry=main --input=k=1
# test: fails run --entry=main --input=k=1
# test: fails run --engine=eval --entry=main --input=k=2
# test: fails run --entry=main --input=k=2
# test: fails run --engine=eval --entry=main --input=k=3
# test: fails run --entry=main --input=k=3
@T.prim_func
def main(A: T.Buffer((8,), "int32"), k: T.int32):
    none: T.handle("int32") = T.reinterpret("handle", T.uint64(0))
    N = T.Buffer((8,), "int32", data=none)
    some: T.handle("int32") = T.if_then_else(k == 1, none, A.data)
    S = T.Buffer((8,), "int32", data=some)
    if k == 0:
        N[0] = 1
    if k < 2:
        S[0] = 1
    if k == 2:
        A[0] = T.Cast("int32", T.isnullptr(T.handle_add_byte_offset(none, 4)))
    if k == 3:
        S[8] = 1

#| $ fails run --engine=eval --entry=main --input=k=0
#| the_null_pointer.py:16:9: error: kernel 'main': the buffer 'N' has no memory [E0701]
#|             N[0] = 1
#|             ^~~~~~~~
#| $ fails run --entry=main --input=k=0
#| the_null_pointer.py:16:9: error: kernel 'main': the buffer 'N' has no memory [E0701]
#|             N[0] = 1
#|             ^~~~~~~~
#| $ fails run --engine=eval --entry=main --input=k=1
#| the_null_pointer.py:18:9: error: kernel 'main': the buffer 'S' has no memory [E0701]
#|             S[0] = 1
#|             ^~~~~~~~
#| $ fails run --entry=main --input=k=1
#| the_null_pointer.py:18:9: error: kernel 'main': the buffer 'S' has no memory [E0701]
#|             S[0] = 1
#|             ^~~~~~~~
#| $ fails run --engine=eval --entry=main --input=k=2
#| the_null_pointer.py:20:9: error: kernel 'main': arithmetic on a null pointer [E0701]
#|             A[0] = T.Cast("int32", T.isnullptr(T.handle_add_byte_offset(none, 4)))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=main --input=k=2
#| the_null_pointer.py:20:9: error: kernel 'main': arithmetic on a null pointer [E0701]
#|             A[0] = T.Cast("int32", T.isnullptr(T.handle_add_byte_offset(none, 4)))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=main --input=k=3
#| the_null_pointer.py:22:9: error: kernel 'main': S[8] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             S[8] = 1
#|             ^~~~~~~~
#| $ fails run --entry=main --input=k=3
#| the_null_pointer.py:22:9: error: kernel 'main': S[8] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             S[8] = 1
#|             ^~~~~~~~
