# test: fmt
# A size variable, T.Var and a dim of another buffer say what the dims of a kernel's signature are.
from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Module:
    @T.prim_func
    def k1(A: T.handle, B: T.handle, C: T.Buffer((T.int64(8),), "float32"), D: T.handle):
        n = T.int64(is_size_var=True)
        X = T.match_buffer(A, (n,), "float32")
        Y = T.match_buffer(B, (X.shape[0] + T.int64(1), C.shape[0]), "float32")
        Z = T.match_buffer(D, X.shape, "float16")
        for i in range(n):
            Y[i, 0] = X[i]

    @T.prim_func
    def k2(A: T.handle):
        n = T.Var("n", "int64")
        m, k = T.int64(is_size_var=True), T.int64()
        X = T.match_buffer(A, (n, m, k), "float32")
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        f = Module.k1
        g = Module.k2
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def k1(A: T.handle, B: T.handle, C: T.Buffer((T.int64(8),), "float32"), D: T.handle):
#|         n = T.int64(is_size_var=True)
#|         X = T.match_buffer(A, (n,))
#|         Y = T.match_buffer(B, (n + T.int64(1), T.int64(8)))
#|         Z = T.match_buffer(D, (n,), "float16")
#|         for i in range(n):
#|             Y[i, 0] = X[i]
#|
#|     @T.prim_func
#|     def k2(A: T.handle):
#|         n, m, k = T.int64(), T.int64(is_size_var=True), T.int64()
#|         X = T.match_buffer(A, (n, m, k))
#|         T.evaluate(0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         n = T.int64(is_size_var=True)
#|         n_1 = T.int64()
#|         m = T.int64(is_size_var=True)
#|         k = T.int64()
#|         f: R.Callable((R.Tensor((n,), dtype="float32"), R.Tensor((n + 1, 8), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((n,), dtype="float16")), R.Tuple, False) = cls.k1
#|         g: R.Callable((R.Tensor((n_1, m, k), dtype="float32"),), R.Tuple, True) = cls.k2
#|         return x
