# test: opt --passes=FoldConstant --remarks --no-meta
# A kernel that calls what may do anything is called when the program runs, and so is one that writes in place.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def drawn(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
        for i in range(2):
            y[i] = x[i] + T.call_extern("float32", "random_number")

    @T.prim_func(private=True)
    def count(x: T.Buffer((2,), "float32")):
        for i in range(2):
            x[i] = x[i] + T.float32(1)

    @R.function
    def main():
        cls = Module
        with R.dataflow():
            one = R.const([1.0, 2.0], "float32")
            a = R.call_tir(cls.drawn, (one,), out_sinfo=R.Tensor((2,), "float32"))
            b = R.call_tir_inplace(cls.count, (one,), out_sinfo=R.Tensor((2,), "float32"), inplace_indices=[0])
            c = R.add(a, b)
            R.output(c)
        return c

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def count(x: T.Buffer((2,), "float32")):
#|         for i in range(2):
#|             x[i] = x[i] + T.float32(1.0)
#|
#|     @T.prim_func(private=True)
#|     def drawn(x: T.Buffer((2,), "float32"), y: T.Buffer((2,), "float32")):
#|         for i in range(2):
#|             y[i] = x[i] + T.call_extern("float32", "random_number")
#|
#|     @R.function
#|     def main() -> R.Tensor((2,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.drawn, (metadata["relax.expr.Constant"][0],), out_sinfo=R.Tensor((2,), dtype="float32"))
#|             b: R.Tensor((2,), dtype="float32") = R.call_tir_inplace(cls.count, (metadata["relax.expr.Constant"][0],), out_sinfo=R.Tensor((2,), dtype="float32"), inplace_indices=[0])
#|             c: R.Tensor((2,), dtype="float32") = R.add(a, b)
#|             R.output(c)
#|         return c
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| kernels_that_do_more_stay.py:20:17: remark: FoldConstant: the kernel does more than compute its results [R0101]
#|                 a = R.call_tir(cls.drawn, (one,), out_sinfo=R.Tensor((2,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_do_more_stay.py:21:17: remark: FoldConstant: the kernel does more than compute its results [R0101]
#|                 b = R.call_tir_inplace(cls.count, (one,), out_sinfo=R.Tensor((2,), "float32"), inplace_indices=[0])
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_do_more_stay.py:19:19: warning: the text leaves out the constant here, and in 1 more place; it cannot be read back [W0105]
#|                 one = R.const([1.0, 2.0], "float32")
#|                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
