# test: opt --passes=FoldConstant --no-meta
# A kernel is run, also outside of a dataflow block; symbols of it are bound by the constants. What reads a parameter
# stays.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(var_x: T.handle, var_y: T.handle):
        n = T.int64()
        x = T.match_buffer(var_x, (n,))
        y = T.match_buffer(var_y, (n,))
        for i in range(n):
            with T.block("twice"):
                vi = T.axis.spatial(n, i)
                y[vi] = x[vi] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        a = R.call_tir(cls.twice, (R.const([1.0, 2.0, 3.0], "float32"),), out_sinfo=R.Tensor((3,), "float32"))
        with R.dataflow():
            b = R.call_tir(cls.twice, (a,), out_sinfo=R.Tensor((3,), "float32"))
            c = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((3,), "float32"))
            d = R.add(b, c)
            R.output(d)
        return d

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def twice(var_x: T.handle, var_y: T.handle):
#|         n = T.int64()
#|         x = T.match_buffer(var_x, (n,))
#|         y = T.match_buffer(var_y, (n,))
#|         # with T.block("root"):
#|         for i in range(n):
#|             with T.block("twice"):
#|                 vi = T.axis.spatial(n, i)
#|                 T.reads(x[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = x[vi] * T.float32(2.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((3,), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             c = R.call_tir(cls.twice, (x,), out_sinfo=R.Tensor((3,), dtype="float32"))
#|             d: R.Tensor((3,), dtype="float32") = R.add(metadata["relax.expr.Constant"][0], c)
#|             R.output(d)
#|         return d
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| kernels_on_constants.py:21:17: warning: the text leaves out the constant here; it cannot be read back [W0105]
#|                 b = R.call_tir(cls.twice, (a,), out_sinfo=R.Tensor((3,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
