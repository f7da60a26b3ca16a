# test: opt --passes=TopologicalSort
# A pass that had nothing to work on says so: perhaps it is the wrong file.
@I.ir_module
class Module:
    @T.prim_func
    def copy(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
        for i in range(2):
            b[i] = a[i]

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def copy(a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
#|         for i in range(2):
#|             b[i] = a[i]
#| ran_on_nothing.py: warning: TopologicalSort found no function to work on [W0101]
