# test: run --engine=eval --input=x=2xf32='[1 2]'
# test: fails run --engine=eval --entry=nothing_given --fill=ones
# test: fails run --entry=no_kernel --fill=ones
# Closures and calls of kernels by the names of the packed functions; a shape behind the arguments stands for its numbers.
@I.ir_module
class Module:
    @T.prim_func
    def scaled(var_x: T.handle, var_y: T.handle, factor: T.int64):
        n = T.int64()
        x = T.match_buffer(var_x, (n,))
        y = T.match_buffer(var_y, (n,))
        for i in range(n):
            y[i] = x[i] * T.Cast("float32", factor)

    @R.function
    def minus(a: R.Tensor((2,), "float32"), b: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        c = R.subtract(a, b)
        return c

    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")) -> R.Object:
        cls = Module
        y: R.Tensor((2,), "float32") = R.builtin.alloc_tensor(R.shape([2]), R.dtype("float32"), R.prim_value(0))
        R.call_packed("vm.builtin.call_tir_dyn", cls.scaled, x, y, R.shape([10]), sinfo_args=(R.Tuple,))
        f: R.Object = R.call_packed("vm.builtin.make_closure", cls.minus, y, sinfo_args=(R.Object,))
        z: R.Object = R.call_builtin_with_ctx("vm.builtin.invoke_closure", (f, x), sinfo_args=(R.Object,))
        return z

    @R.function(pure=False)
    def nothing_given(x: R.Tensor((2,), "float32")) -> R.Object:
        z: R.Object = R.call_packed("vm.builtin.reshape", x, sinfo_args=(R.Object,))
        return z

    @R.function(pure=False)
    def no_kernel(x: R.Tensor((2,), "float32")) -> R.Object:
        z: R.Object = R.call_packed("vm.builtin.call_tir_dyn", x, x, sinfo_args=(R.Object,))
        return z

#| $ run --engine=eval --input=x=2xf32='[1 2]'
#| [ -9. -18.]
#| $ fails run --engine=eval --entry=nothing_given --fill=ones
#| calls_by_the_names_of_the_runtime.py:31:23: error: vm.builtin.reshape takes at least 2 arguments, 1 are given [E0701]
#|             z: R.Object = R.call_packed("vm.builtin.reshape", x, sinfo_args=(R.Object,))
#|                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=no_kernel --fill=ones
#| calls_by_the_names_of_the_runtime.py:36:23: error: vm.builtin.call_tir_dyn of what is no kernel of the module [E0903]
#|             z: R.Object = R.call_packed("vm.builtin.call_tir_dyn", x, x, sinfo_args=(R.Object,))
#|                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
