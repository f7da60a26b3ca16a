# test: fmt
# Plain values that Python assigns before a definition are known in it.
import numpy as np

N = 128
M = N * 2 + 1
dtype = "float16"
shape = (N, 3)
B, S = 2, -N // 3
info = R.Tensor((N, 3), dtype)
big = 10 ** 100
unused = np.zeros(N)


@R.function
def main(x: R.Tensor(shape, dtype), y: info, z: R.Tensor(("n", -S), dtype)) -> R.Tensor((N, 3), "float16"):
    u = R.zeros((M, shape[1], B), dtype)
    w = R.add(x, R.const(B, dtype))
    return w


def test(p=0):
    N = 7

    @I.ir_module
    class Module:
        @T.prim_func
        def copy(A: T.Buffer(shape, dtype), C: T.Buffer((N, M), "float16")):
            for i in range(N):
                C[i, 0] = A[i, 0]

        @R.function
        def main(x: R.Tensor((128, 3), dtype)):
            y = R.call_tir(Module.copy, (x,), out_sinfo=R.Tensor((N, M), dtype))
            return y


@R.function
def outside(x: R.Tensor((N, B), dtype)):
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((128, 3), dtype="float16"), y: R.Tensor((128, 3), dtype="float16"), z: R.Tensor(("n", 43), dtype="float16")) -> R.Tensor((128, 3), dtype="float16"):
#|     n = T.int64()
#|     u: R.Tensor((257, 3, 2), dtype="float16") = R.zeros(R.shape([257, 3, 2]), dtype="float16")
#|     w: R.Tensor((128, 3), dtype="float16") = R.add(x, R.const(2.0, "float16"))
#|     return w
#|
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def copy(A: T.Buffer((128, 3), "float16"), C: T.Buffer((7, 257), "float16")):
#|         for i in range(7):
#|             C[i, 0] = A[i, 0]
#|
#|     @R.function
#|     def main(x: R.Tensor((128, 3), dtype="float16")) -> R.Tensor((7, 257), dtype="float16"):
#|         cls = Module
#|         y = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((7, 257), dtype="float16"))
#|         return y
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def outside(x: R.Tensor((128, 2), dtype="float16")) -> R.Tensor((128, 2), dtype="float16"):
#|     return x
