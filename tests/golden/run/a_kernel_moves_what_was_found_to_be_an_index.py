# test: fails run --entry=main --engine=eval --fill=zeros
# test: fails run --entry=main --fill=zeros
# What is known of memory holds until a kernel is called.
@I.ir_module
class Module:
    @T.prim_func
    def move(p: T.handle("int32")) -> T.int32:
        I = T.Buffer((1,), "int32", data=p)
        I[0] = 1000000
        return 0

    @T.prim_func
    def main(I: T.Buffer((1,), "int32"), A: T.Buffer((4,), "int32"), B: T.Buffer((1,), "int32")):
        B[0] = T.if_then_else(0 <= I[0] and I[0] < 4, Module.move(I.data) + A[I[0]], 0)

#| $ fails run --entry=main --engine=eval --fill=zeros
#| a_kernel_moves_what_was_found_to_be_an_index.py:14:9: error: kernel 'main': A[1000000] is outside of its buffer: the index must be within [0, 4) [E0701]
#|             B[0] = T.if_then_else(0 <= I[0] and I[0] < 4, Module.move(I.data) + A[I[0]], 0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=main --fill=zeros
#| a_kernel_moves_what_was_found_to_be_an_index.py:14:9: error: kernel 'main': A[1000000] is outside of its buffer: the index must be within [0, 4) [E0701]
#|             B[0] = T.if_then_else(0 <= I[0] and I[0] < 4, Module.move(I.data) + A[I[0]], 0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
