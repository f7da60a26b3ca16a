# test: run --input=x=2x3xf32='[[1 2 3][4 5 6]]'
# test: run --engine=eval --input=x=2x3xf32='[[1 2 3][4 5 6]]'
# test: fails run --engine=eval --entry=wants_columns --input=x=2x3xf32=iota
# test: fails run --engine=eval --entry=wants_integers --input=x=2x3xf32=iota
# test: run --engine=eval --entry=tuples --input=x=2x3xf32=iota
# test: run --engine=eval --entry=of_one_worker --input=x=2x3xf32=iota
# test: fails run --engine=eval --entry=unknown --input=x=2x3xf32=iota
# What TVM lowers dynamic dims to runs as it stands: sizes lie in a heap, which packed functions and a kernel fill.
@I.ir_module
class Module:
    @T.prim_func
    def flat(var_x: T.handle, var_y: T.handle):
        n = T.int64()
        x = T.match_buffer(var_x, (n, T.int64(3)))
        y = T.match_buffer(var_y, (n * T.int64(3),))
        for i, j in T.grid(n, T.int64(3)):
            y[i * T.int64(3) + j] = x[i, j] + T.float32(10)

    @T.prim_func
    def shape_func(H: T.Buffer((T.int64(2),), "int64")):
        T.func_attr({"tir.is_host_func": 1})
        H[T.int64(1)] = H[T.int64(0)] * T.int64(3)

    @R.function
    def main(x: R.Tensor(("n", 3), dtype="float32")) -> R.Tensor(("n", 3), dtype="float32"):
        n = T.int64()
        R.func_attr({"relax.force_pure": True})
        cls = Module
        shape_heap: R.Tensor(dtype="int64", ndim=1) = R.call_builtin_with_ctx("vm.builtin.alloc_shape_heap", (R.prim_value(2),), sinfo_args=(R.Tensor(dtype="int64", ndim=1),))
        R.call_packed("vm.builtin.check_tensor_info", x, R.prim_value(2), R.dtype("float32"), R.str("x"), sinfo_args=(R.Tuple,))
        R.call_packed("vm.builtin.match_shape", x, shape_heap, R.prim_value(2), R.prim_value(1), R.prim_value(0), R.prim_value(0), R.prim_value(3), R.str("x"), sinfo_args=(R.Tuple,))
        cls.shape_func(shape_heap)
        gv: R.Shape(ndim=1) = R.call_packed("vm.builtin.make_shape", shape_heap, R.prim_value(1), R.prim_value(1), R.prim_value(1), sinfo_args=(R.Shape(ndim=1),))
        storage: R.Object = R.vm.alloc_storage(R.shape([24]), R.prim_value(0), R.dtype("uint8"), R.str("global"))
        alloc: R.Tensor(dtype="float32", ndim=1) = R.vm.alloc_tensor(storage, R.prim_value(0), gv, R.dtype("float32"))
        R.vm.kill_object(storage)
        cls.flat(x, alloc)
        gv1: R.Shape(ndim=2) = R.call_packed("vm.builtin.make_shape", shape_heap, R.prim_value(2), R.prim_value(1), R.prim_value(0), R.prim_value(0), R.prim_value(3), sinfo_args=(R.Shape(ndim=2),))
        y: R.Tensor(dtype="float32", ndim=2) = R.call_packed("vm.builtin.reshape", alloc, gv1, sinfo_args=(R.Tensor(dtype="float32", ndim=2),))
        R.call_packed("vm.builtin.match_shape", y, shape_heap, R.prim_value(2), R.prim_value(3), R.prim_value(0), R.prim_value(2), R.prim_value(0), R.str("y"), sinfo_args=(R.Tuple,))
        return y

    @R.function(pure=False)
    def wants_columns(x: R.Tensor) -> R.Tensor:
        shape_heap: R.Object = R.null_value()
        R.call_packed("vm.builtin.match_shape", x, shape_heap, R.prim_value(2), R.prim_value(2), R.prim_value(0), R.prim_value(0), R.prim_value(4), R.str("ErrorContext(fn=main, param=x) "), sinfo_args=(R.Tuple,))
        return x

    @R.function(pure=False)
    def wants_integers(x: R.Tensor) -> R.Tensor:
        R.call_packed("vm.builtin.check_tensor_info", x, R.prim_value(-1), R.dtype("int32"), R.str(""), sinfo_args=(R.Tuple,))
        return x

    @R.function(pure=False)
    def tuples(x: R.Tensor) -> R.Object:
        t: R.Object = R.call_packed("vm.builtin.make_tuple", x, R.prim_value(7), sinfo_args=(R.Object,))
        n: R.Object = R.call_packed("vm.builtin.tuple_getitem", t, R.prim_value(1), sinfo_args=(R.Object,))
        return n

    @R.function
    def of_one_worker(x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        y = R.call_dps_packed("runtime.disco.allreduce", (x, R.shape([0]), R.prim_value(1)), out_sinfo=R.Tensor((2, 3), "float32"))
        return y

    @R.function(pure=False)
    def unknown(x: R.Tensor) -> R.Object:
        y: R.Object = R.call_packed("my.function", x, sinfo_args=(R.Object,))
        return y

#| $ run --input=x=2x3xf32='[[1 2 3][4 5 6]]'
#| [[11. 12. 13.]
#|  [14. 15. 16.]]
#| $ run --engine=eval --input=x=2x3xf32='[[1 2 3][4 5 6]]'
#| [[11. 12. 13.]
#|  [14. 15. 16.]]
#| $ fails run --engine=eval --entry=wants_columns --input=x=2x3xf32=iota
#| functions_of_the_runtime.py:46:9: error: vm.builtin.match_shape: dim 1 is 3, expected 4; ErrorContext(fn=main, param=x) [E0701]
#|             R.call_packed("vm.builtin.match_shape", x, shape_heap, R.prim_value(2), R.prim_value(2), R.prim_value(0), R.prim_value(0), R.prim_value(4), R.str("Error...
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=wants_integers --input=x=2x3xf32=iota
#| functions_of_the_runtime.py:51:9: error: vm.builtin.check_tensor_info: the dtype is float32, expected int32 [E0701]
#|             R.call_packed("vm.builtin.check_tensor_info", x, R.prim_value(-1), R.dtype("int32"), R.str(""), sinfo_args=(R.Tuple,))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --engine=eval --entry=tuples --input=x=2x3xf32=iota
#| 7
#| $ run --engine=eval --entry=of_one_worker --input=x=2x3xf32=iota
#| [[0. 1. 2.]
#|  [3. 4. 5.]]
#| $ fails run --engine=eval --entry=unknown --input=x=2x3xf32=iota
#| functions_of_the_runtime.py:67:37: error: the external function 'my.function' cannot be run [E0903]
#|             y: R.Object = R.call_packed("my.function", x, sinfo_args=(R.Object,))
#|                                         ^~~~~~~~~~~~~
