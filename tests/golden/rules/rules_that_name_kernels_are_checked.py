# test: fails opt --rules=mistaken_kernels.rules --check-rewrites
# What a rule makes of a kernel is run beside the kernel, whether others know it or not.
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for k in range(4):
            with T.block("f"):
                w = T.axis.spatial(4, k)
                B[w] = T.max(A[w], T.float32(0))

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

#| 1 pass and 1 rewrite checked by running: 0 runs agree
#| hammock: error: rules_that_name_kernels_are_checked.py: rewrite 1, by rule Relu, changes the value of 'y' in 'main': result[0][1] is 1.17654026 before, 0.899259388 now; 3 of 4 elements differ
#|   the arguments of seed 1 (--check-seed=1): x: (4,) float32
