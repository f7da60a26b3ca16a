# test: fails opt --passes=AlterOpImpl
# Layouts for some of the buffers, or of a number; two kernels for one operator, or none; what is no layout.
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

    @T.prim_func(private=True)
    def number(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": 5})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def nothing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": ""})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def scalar(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32"), k: T.int64):
        T.func_attr({"op_impl": "d", "op_buffer_transforms": [None, None, None]})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def no_maps(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "e", "op_buffer_transforms": [None, 1]})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def no_list(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "f", "op_buffer_transforms": "e"})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def no_separators(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "g", "op_buffer_transforms": [None, None], "op_buffer_axis_separators": ["a", 5]})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def beyond(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "h", "op_buffer_transforms": [None, None], "op_buffer_axis_separators": [[0, T.int64(1)], [2]]})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def decreasing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"op_impl": "i", "op_buffer_transforms": [None, None], "op_buffer_input_axis_separators": [None, [1, 0]]})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return x

#| mistakes.py:6:9: error: kernel 'some_layouts': op_buffer_transforms must have an item for each of the 2 buffers among the parameters, found 1 [E0304]
#|         def some_layouts(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~~~~~~
#| mistakes.py:22:9: error: kernel 'another': op_impl 'b' stands at another kernel, too [E0304]
#|         def another(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
#| mistakes.py:30:9: error: kernel 'number': op_impl must name an operator [E0304]
#|         def number(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~
#| mistakes.py:38:9: error: kernel 'nothing': op_impl must name an operator [E0304]
#|         def nothing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
#| mistakes.py:46:9: error: kernel 'scalar': op_buffer_transforms must have an item for each of the 2 buffers among the parameters, found 3 [E0304]
#|         def scalar(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32"), k: T.int64):
#|             ^~~~~~
#| mistakes.py:54:9: error: kernel 'no_maps': op_buffer_transforms must have index maps and None [E0304]
#|         def no_maps(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
#| mistakes.py:62:9: error: kernel 'no_list': op_buffer_transforms must be a list [E0304]
#|         def no_list(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
#| mistakes.py:70:9: error: kernel 'no_separators': op_buffer_axis_separators must have lists of increasing places between the dims [E0304]
#|         def no_separators(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~~~~~~~
#| mistakes.py:78:9: error: kernel 'beyond': op_buffer_axis_separators must have lists of increasing places between the dims [E0304]
#|         def beyond(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~
#| mistakes.py:86:9: error: kernel 'decreasing': op_buffer_input_axis_separators must have lists of increasing places between the dims [E0304]
#|         def decreasing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~~~~
