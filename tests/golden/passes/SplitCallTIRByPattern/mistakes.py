# test: fails opt --passes=SplitCallTIRByPattern
# What names no function; a pattern without blocks.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def number(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"extern_pattern": 7})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def nothing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"extern_pattern": ""})
        for i in range(4):
            with T.block("c"):
                vi = T.axis.spatial(4, i)
                y[vi] = x[vi]

    @T.prim_func(private=True)
    def unused(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.func_attr({"extern_pattern": "f"})
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return x

#| mistakes.py:6:9: error: kernel 'number': extern_pattern must name a function [E0304]
#|         def number(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~
#| mistakes.py:14:9: error: kernel 'nothing': extern_pattern must name a function [E0304]
#|         def nothing(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~~
#| mistakes.py:22:9: error: kernel 'unused': extern_pattern must stand at a kernel that has blocks, and uses each of its buffers, which are all the parameters that it has [E0304]
#|         def unused(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|             ^~~~~~
