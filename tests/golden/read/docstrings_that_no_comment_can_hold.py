# test: fmt --verify-roundtrip
# Their lines are comments; characters that would end one, or are no text, are replaced.
@I.ir_module
class Module:
    "the class\rx = 1\x00"

    @T.prim_func
    def f(A: T.Buffer((4,), "int32")):
        "the kernel\ud800"
        A[0] = 1

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     # the class?x = 1?
#|     @T.prim_func
#|     def f(A: T.Buffer((4,), "int32")):
#|         # the kernel���
#|         A[0] = 1
