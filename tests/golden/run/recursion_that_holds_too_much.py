# test: fails run --engine=eval --entry=main --fill=ones
# test: fails run --entry=main --fill=ones
# test: run --engine=eval --compare=jit --entry=ends --fill=ones
@I.ir_module
class Module:
    @T.prim_func
    def f(n: T.int32, most: T.int32) -> T.int32:
        A = T.alloc_buffer((4000000,), "int32")
        A[n] = n
        if n >= most:
            return n
        return Module.f(n + 1, most) + A[n]

    @T.prim_func
    def main(B: T.Buffer((1,), "int32")):
        B[0] = Module.f(B[0], 10000)

    @T.prim_func
    def ends(B: T.Buffer((1,), "int32")):
        B[0] = Module.f(B[0], 8)

#| $ fails run --engine=eval --entry=main --fill=ones
#| recursion_that_holds_too_much.py:12:9: error: kernel 'f' is called when its open calls hold buffers of more than 1024 MiB, which is the bound [E0701]
#|             return Module.f(n + 1, most) + A[n]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=main --fill=ones
#| recursion_that_holds_too_much.py:12:9: error: kernel 'f' is called when its open calls hold buffers of more than 1024 MiB, which is the bound [E0701]
#|             return Module.f(n + 1, most) + A[n]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --engine=eval --compare=jit --entry=ends --fill=ones
#| [36]
