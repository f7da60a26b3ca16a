# test: opt --passes=DeadCodeElimination,NormalizeGlobalVar
# A kernel that a living kernel calls lives, too; where functions get other names, so do they in the calls of kernels.
@I.ir_module
class Module:
    @T.prim_func
    def entry(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "begin"})
        Module.helper(A.data)

    @T.prim_func(private=True)
    def helper(p: T.handle("float32")):
        A = T.Buffer((4,), data=p)
        for i in range(4):
            A[i] = A[i] + T.call_extern("float32", "rand")
        T.evaluate(Module.begin(3))

    @T.prim_func(private=True)
    def begin(n: T.int32) -> T.int32:
        return n + 1

    @T.prim_func(private=True)
    def dead(A: T.Buffer((4,), "float32")):
        Module.helper(A.data)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def begin(A: T.Buffer((4,), "float32")):
#|         Module.helper(A.data)
#|
#|     @T.prim_func(private=True)
#|     def begin1(n: T.int32) -> T.int32:
#|         return n + 1
#|
#|     @T.prim_func(private=True)
#|     def helper(A: T.handle("float32", "global")):
#|         for i in range(4):
#|             A_1 = T.Buffer((4,), data=A)
#|             A_1[i] = A_1[i] + T.call_extern("float32", "rand")
#|         Module.begin1(3)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         return x
