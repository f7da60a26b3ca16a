# test: fails diff
@I.ir_module
class Before:
    @T.prim_func(private=True)
    def twice(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
        for i in range(8):
            y[i] = x[i] * T.float32(2)

    @T.prim_func(private=True)
    def half(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
        for i in range(8):
            y[i] = x[i] * T.float32(0.5)

    @T.prim_func(private=True)
    def gone(x: T.Buffer((8,), "float32")):
        for i in range(8):
            x[i] = T.float32(1)

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        cls = Before
        a = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((8,), "float32"))
        b = R.call_tir(cls.half, (a,), out_sinfo=R.Tensor((8,), "float32"))
        return b

@I.ir_module
class After:
    @T.prim_func(private=True)
    def half(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
        for i in range(8):
            y[i] = x[i] / T.float32(2)

    @T.prim_func(private=True)
    def doubled(source: T.Buffer((8,), "float32"), target: T.Buffer((8,), "float32")):
        for j in range(8):
            target[j] = source[j] * T.float32(2)

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        cls = After
        a = R.call_tir(cls.doubled, (x,), out_sinfo=R.Tensor((8,), "float32"))
        b = R.call_tir(cls.half, (a,), out_sinfo=R.Tensor((8,), "float32"))
        return b

    @R.function
    def new(x: R.Tensor((8,), "float32")):
        return x

#| kernel twice, kernels_are_known_by_what_they_do.py:5 and kernels_are_known_by_what_they_do.py:34: 1 renamed
#|   kernels_are_known_by_what_they_do.py:5 and kernels_are_known_by_what_they_do.py:34: renamed 'twice' to 'doubled'
#| kernel half, kernels_are_known_by_what_they_do.py:10 and kernels_are_known_by_what_they_do.py:29: changed
#| @@ -1,4 +1,4 @@
#|  @T.prim_func(private=True)
#|  def half(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
#|      for i in range(8):
#| -        y[i] = x[i] * T.float32(0.5)
#| +        y[i] = x[i] / T.float32(2.0)
#| kernel gone, kernels_are_known_by_what_they_do.py:15: removed
#| new, kernels_are_known_by_what_they_do.py:46: added
