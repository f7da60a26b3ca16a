# test: opt --passes=EliminateCommonSubexpr,DeadCodeElimination
# A module of kernels alone: what none of those calls that others know goes.
@I.ir_module
class Module:
    @T.prim_func
    def known(x: T.int32) -> T.int32:
        return Module.next(x) + Module.successor(x)

    @T.prim_func(private=True)
    def next(x: T.int32) -> T.int32:
        return x + 1

    @T.prim_func(private=True)
    def successor(n: T.int32) -> T.int32:
        return n + 1

    @T.prim_func(private=True)
    def nobody(x: T.int32) -> T.int32:
        return Module.nobody_else(x)

    @T.prim_func(private=True)
    def nobody_else(x: T.int32) -> T.int32:
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def known(x: T.int32) -> T.int32:
#|         return Module.next(x) + Module.next(x)
#|
#|     @T.prim_func(private=True)
#|     def next(x: T.int32) -> T.int32:
#|         return x + 1
