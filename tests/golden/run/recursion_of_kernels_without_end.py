# test: fails run --engine=eval --entry=f --input=n=1
# test: fails run --entry=f --input=n=1
# test: fails run --engine=eval --compare=jit --entry=f --input=n=1
@I.ir_module
class Module:
    @T.prim_func
    def f(n: T.int32) -> T.int32:
        return Module.f(n + 1)
