# test: run --entry=main --fill=iota --compare=eval
# Each kernel fills its output, or does not: what nobody has written is NaN in both engines.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def fills_first(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i, j in T.grid(2, 3):
            B[1 - i, 2 - j] = A[i, j]
        if A[0, 1] > T.float32(0):
            T.evaluate(T.ret(0))
        B[0, 0] = T.float32(-1)

    @T.prim_func(private=True)
    def ends_between(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i, j in T.grid(2, 3):
            B[i, j] = A[i, j]
            if A[i, j] > T.float32(3):
                T.evaluate(T.ret(0))

    @T.prim_func(private=True)
    def leaves_rows(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i in range(2):
            for j in range(3):
                if A[i, j] > T.float32(i * 3):
                    T.evaluate(T.break_loop())
                B[i, j] = A[i, j]

    @T.prim_func(private=True)
    def scans_parts(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i in range(2):
            B[i, 2] = A[i, 2]
            for j in range(2):
                B[i, 1 - j] = B[i, 2 - j] + A[i, 1 - j]

    @T.prim_func(private=True)
    def scans_from_the_wrong_side(A: T.Buffer((2, 3), "float32"), B: T.Buffer((2, 3), "float32")):
        for i, j in T.grid(2, 3):
            B[i, j] = T.if_then_else(j < 2, B[i, j + 1], T.float32(0)) + A[i, j]

    @R.function
    def main(a: R.Tensor((2, 3), "float32")):
        cls = Module
        v = R.call_tir(cls.fills_first, (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        w = R.call_tir(cls.ends_between, (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        x = R.call_tir(cls.leaves_rows, (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        y = R.call_tir(cls.scans_parts, (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        z = R.call_tir(cls.scans_from_the_wrong_side, (a,), out_sinfo=R.Tensor((2, 3), "float32"))
        return (v, w, x, y, z)

#| ([[5. 4. 3.]
#|   [2. 1. 0.]],
#|  [[ 0.  1.  2.]
#|   [ 3.  4. nan]],
#|  [[ 0. nan nan]
#|   [ 3. nan nan]],
#|  [[ 3.  3.  2.]
#|   [12.  9.  5.]],
#|  [[nan nan  2.]
#|   [nan nan  5.]])
