# test: fails rules check
# Programs are made for rules that name kernels, too.
@R.rewriter
class Doubled:
    @T.prim_func(private=True)
    def double(x: T.handle, y: T.handle):
        n = T.int64()
        X = T.match_buffer(x, (n,))
        Y = T.match_buffer(y, (n,))
        for i in range(n):
            with T.block("double"):
                v = T.axis.spatial(n, i)
                Y[v] = X[v] * T.float32(2)

    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Doubled
        y = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((n,), "float32"))
        return y

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        y = R.add(x, x)
        return y


@R.rewriter
class Relu:
    @T.prim_func(private=True)
    def relu(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("relu"):
                v = T.axis.spatial(4, i)
                y[v] = T.max(x[v], T.float32(0))

    @R.function
    def pattern(x: R.Tensor((4,), "float32")):
        cls = Relu
        y = R.call_tir(cls.relu, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

    @R.function
    def replacement(x: R.Tensor((4,), "float32")):
        y = R.nn.silu(x)
        return y

#| Doubled: 64 programs compute the same before and after
#| Relu: wrong
#| rules_of_kernels_are_tried.py:29:7: error: rule 'Relu' changes the result: result[0] is 0 before, -0.269851029 now; 4 of 4 elements differ; with x0: (4,) float32 (program and arguments of seed 0) [E0605]
#|     class Relu:
#|           ^~~~
