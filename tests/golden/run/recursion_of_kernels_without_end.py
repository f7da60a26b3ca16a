# test: fails run --engine=eval --entry=f --input=n=1
# test: fails run --entry=f --input=n=1
# test: fails run --engine=eval --compare=jit --entry=f --input=n=1
@I.ir_module
class Module:
    @T.prim_func
    def f(n: T.int32) -> T.int32:
        return Module.f(n + 1)

#| $ fails run --engine=eval --entry=f --input=n=1
#| recursion_of_kernels_without_end.py:8:9: error: kernel 'f' is called when 10000 calls of kernels are open, which is the bound [E0701]
#|             return Module.f(n + 1)
#|             ^~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=f --input=n=1
#| recursion_of_kernels_without_end.py:8:9: error: kernel 'f' is called when 10000 calls of kernels are open, which is the bound [E0701]
#|             return Module.f(n + 1)
#|             ^~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --compare=jit --entry=f --input=n=1
#| recursion_of_kernels_without_end.py:8:9: error: kernel 'f' is called when 10000 calls of kernels are open, which is the bound [E0701]
#|             return Module.f(n + 1)
#|             ^~~~~~~~~~~~~~~~~~~~~~
