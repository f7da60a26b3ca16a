# test: fails opt --passes=AlterOpImpl
# Layouts for some of the parameters; two kernels for one operator.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def some_layouts(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "a", "op_buffer_transforms": [None]})
        for i in range(4):
            with T.block("a"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def one(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "b"})
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def another(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "b"})
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi] + x[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return x

#| mistakes.py:6:9: error: kernel 'some_layouts': there is none, or one for every parameter, in a list [E0304]
#|         def some_layouts(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~~~~~~
#| mistakes.py:22:9: error: kernel 'another': another kernel implements 'b' [E0304]
#|         def another(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
