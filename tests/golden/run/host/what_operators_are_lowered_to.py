# test: run --input=x=2x3xf32='[[3 1 0][1 2 3]]'
# test: run --engine=eval --input=x=2x3xf32='[[3 1 0][1 2 3]]'
# test: run --entry=in_a_graph --input=x=2x3xf32=iota
# test: fails run --entry=asserted --input=x=2x3xf32=iota
# test: fails run --entry=beyond --input=x=2x3xf32=iota
# What LegalizeOps, LowerRuntimeBuiltin, RewriteCUDAGraph and LiftTransformParams make of operators, by name.
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2, 3), "float32")) -> R.Object:
        R.call_packed("relax.run.print", R.str("x {} {}"), x, R.shape([1, 2]), sinfo_args=(R.Tuple,))
        R.call_packed("relax.run.assert_op", R.prim_value(T.bool(True)), R.str("never"), sinfo_args=(R.Tuple,))
        y: R.Tensor(dtype="float32", ndim=1) = R.call_pure_packed("relax.run.unique", x, R.prim_value(1), R.prim_value(0), R.prim_value(0), R.prim_value(0), sinfo_args=(R.Tensor(dtype="float32", ndim=1),))
        z: R.Tensor(dtype="int64", ndim=2) = R.call_pure_packed("relax.run.nonzero", x, sinfo_args=(R.Tensor(dtype="int64", ndim=2),))
        s: R.Tensor((2,), "int64") = R.call_pure_packed("relax.run.shape_to_tensor", R.shape([4, 5]), sinfo_args=(R.Tensor((2,), "int64"),))
        v: R.Tensor((3,), "int32") = R.call_packed("runtime.TVMArrayCreateView", x, R.shape([3]), R.dtype("int32"), R.prim_value(12), sinfo_args=(R.Tensor((3,), "int32"),))
        c: R.Object = R.call_packed("vm.builtin.read_if_cond", R.const(True, "bool"), sinfo_args=(R.Object,))
        t: R.Tuple(R.Tensor((2, 3), "float32")) = (x,)
        R.call_packed("vm.builtin.tuple_reset_item", t, R.prim_value(0), sinfo_args=(R.Tuple,))
        return (y, z, s, v, c)

    @R.function(private=True)
    def graph_alloc() -> R.Tuple(R.Object):
        storage: R.Object = R.memory.alloc_storage(R.shape([24]), R.prim_value(0), R.str("global"), R.dtype("float32"))
        gv: R.Tuple(R.Object) = (storage,)
        return gv

    @R.function(private=True)
    def graph_capture(x: R.Tensor((2, 3), "float32"), storage: R.Object) -> R.Tuple(R.Tensor((2, 3), "float32")):
        y = R.add(x, x)
        gv: R.Tuple(R.Tensor((2, 3), "float32")) = (y,)
        return gv

    @R.function(pure=False)
    def in_a_graph(x: R.Tensor((2, 3), "float32")) -> R.Tuple(R.Tensor((2, 3), "float32")):
        cls = Module
        gv: R.Tuple(R.Object) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.get_cached_alloc", (cls.graph_alloc, R.prim_value(0)), sinfo_args=(R.Tuple(R.Object),))
        storage: R.Object = gv[0]
        out: R.Tuple(R.Tensor((2, 3), "float32")) = R.call_builtin_with_ctx("vm.builtin.cuda_graph.run_or_capture", (cls.graph_capture, (x, storage), R.prim_value(0)), sinfo_args=(R.Tuple(R.Tensor((2, 3), "float32")),))
        return out

    @R.function(pure=False)
    def asserted(x: R.Tensor((2, 3), "float32")) -> R.Tensor((2, 3), "float32"):
        c = R.const(False, "bool")
        R.call_packed("relax.run.assert_op", c, R.str("no {}"), x, sinfo_args=(R.Tuple,))
        return x

    @R.function(pure=False)
    def beyond(x: R.Tensor((2, 3), "float32")) -> R.Object:
        v: R.Object = R.call_packed("runtime.TVMArrayCreateView", x, R.shape([3]), R.dtype("int32"), R.prim_value(13), sinfo_args=(R.Object,))
        return v

#| $ run --input=x=2x3xf32='[[3 1 0][1 2 3]]'
#| ([0. 1. 2. 3.],
#|  [[0 0 1 1 1]
#|   [0 1 0 1 2]],
#|  [4 5],
#|  [1065353216 1073741824 1077936128],
#|  1)
#| x [[3. 1. 0.]
#|  [1. 2. 3.]] R.shape([1, 2])
#| $ run --engine=eval --input=x=2x3xf32='[[3 1 0][1 2 3]]'
#| ([0. 1. 2. 3.],
#|  [[0 0 1 1 1]
#|   [0 1 0 1 2]],
#|  [4 5],
#|  [1065353216 1073741824 1077936128],
#|  1)
#| x [[3. 1. 0.]
#|  [1. 2. 3.]] R.shape([1, 2])
#| $ run --entry=in_a_graph --input=x=2x3xf32=iota
#| ([[ 0.  2.  4.]
#|   [ 6.  8. 10.]],)
#| $ fails run --entry=asserted --input=x=2x3xf32=iota
#| what_operators_are_lowered_to.py:45:9: error: R.assert_op: assertion failed: no a tensor of shape (2, 3) [E0701]
#|             R.call_packed("relax.run.assert_op", c, R.str("no {}"), x, sinfo_args=(R.Tuple,))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=beyond --input=x=2x3xf32=iota
#| what_operators_are_lowered_to.py:50:23: error: R.memory.view: the view lies outside the tensor [E0701]
#|             v: R.Object = R.call_packed("runtime.TVMArrayCreateView", x, R.shape([3]), R.dtype("int32"), R.prim_value(13), sinfo_args=(R.Object,))
#|                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
