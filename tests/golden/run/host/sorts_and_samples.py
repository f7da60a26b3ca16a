# test: run --input=x=2x3xf32='[[3 1 nan][2 2 5]]'
# test: run --engine=eval --input=x=2x3xf32='[[3 1 nan][2 2 5]]'
# test: run --entry=sampled --input=logits=1x4xf32='[[0 2 1 -1]]'
# test: fails run --entry=a_small_output --fill=iota
# test: fails run --entry=too_many --fill=iota
# Sorts write into tensors that they are given, the input too; ties keep their order, and NaN comes last.
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2, 3), "float32")) -> R.Object:
        order: R.Tensor((2, 3), "int32") = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("int32"), R.prim_value(0))
        values: R.Tensor((2, 1), "float32") = R.builtin.alloc_tensor(R.shape([2, 1]), R.dtype("float32"), R.prim_value(0))
        places: R.Tensor((2, 1), "int64") = R.builtin.alloc_tensor(R.shape([2, 1]), R.dtype("int64"), R.prim_value(0))
        first: R.Tensor((2, 3), "int32") = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("int32"), R.prim_value(0))
        R.call_packed("tvm.contrib.sort.argsort", x, order, R.prim_value(1), R.prim_value(0), sinfo_args=(R.Tuple,))
        R.call_packed("tvm.contrib.sort.topk", x, values, places, R.prim_value(1), R.prim_value(-1), R.str("both"), R.prim_value(0), sinfo_args=(R.Tuple,))
        R.call_packed("tvm.contrib.sort.argsort_nms", x, R.const([2, 0], "int32"), first, R.prim_value(1), R.prim_value(1), sinfo_args=(R.Tuple,))
        R.call_packed("tvm.contrib.sort.sort", x, x, R.prim_value(0), R.prim_value(1), sinfo_args=(R.Tuple,))
        return (order, values, places, first, x)

    @R.function
    def sampled(logits: R.Tensor((1, 4), "float32")) -> R.Object:
        likely: R.Object = R.call_pure_packed("vm.builtin.sample_top_p_from_logits", logits, R.prim_value(T.float64(1.0)), R.prim_value(T.float64(0.5)), R.prim_value(T.float64(0.99)), sinfo_args=(R.Object,))
        second: R.Object = R.call_pure_packed("vm.builtin.sample_top_p_from_logits", logits, R.prim_value(T.float64(2.0)), R.prim_value(T.float64(1.0)), R.prim_value(T.float64(0.5)), sinfo_args=(R.Object,))
        p = R.nn.softmax(logits)
        third: R.Object = R.call_pure_packed("vm.builtin.sample_top_p_from_prob", p, R.prim_value(T.float64(0.9)), R.prim_value(T.float64(0.95)), sinfo_args=(R.Object,))
        each: R.Object = R.call_pure_packed("vm.builtin.multinomial_from_uniform", p, R.const([[0.8]], "float32"), sinfo_args=(R.Object,))
        return (likely, second, third, each)

    @R.function(pure=False)
    def a_small_output(x: R.Tensor((2, 3), "float32")) -> R.Object:
        out: R.Tensor((2, 2), "float32") = R.builtin.alloc_tensor(R.shape([2, 2]), R.dtype("float32"), R.prim_value(0))
        R.call_packed("tvm.contrib.sort.sort", x, out, R.prim_value(1), R.prim_value(1), sinfo_args=(R.Tuple,))
        return out

    @R.function(pure=False)
    def too_many(x: R.Tensor((2, 3), "float32")) -> R.Object:
        out: R.Tensor((2, 3), "int32") = R.builtin.alloc_tensor(R.shape([2, 3]), R.dtype("int32"), R.prim_value(0))
        R.call_packed("tvm.contrib.sort.argsort_nms", x, R.const([4, 1], "int32"), out, R.prim_value(1), R.prim_value(1), sinfo_args=(R.Tuple,))
        return out

#| $ run --input=x=2x3xf32='[[3 1 nan][2 2 5]]'
#| ([[0 1 2]
#|   [2 0 1]],
#|  [[3.]
#|   [5.]],
#|  [[0]
#|   [2]],
#|  [[1 0 2]
#|   [0 1 2]],
#|  [[ 2.  1.  5.]
#|   [ 3.  2. nan]])
#| $ run --engine=eval --input=x=2x3xf32='[[3 1 nan][2 2 5]]'
#| ([[0 1 2]
#|   [2 0 1]],
#|  [[3.]
#|   [5.]],
#|  [[0]
#|   [2]],
#|  [[1 0 2]
#|   [0 1 2]],
#|  [[ 2.  1.  5.]
#|   [ 3.  2. nan]])
#| $ run --entry=sampled --input=logits=1x4xf32='[[0 2 1 -1]]'
#| (1,
#|  2,
#|  0,
#|  [[2]])
#| $ fails run --entry=a_small_output --fill=iota
#| sorts_and_samples.py:33:9: error: tvm.contrib.sort.sort: the output is (2, 2) float32, expected (2, 3) float32 [E0701]
#|             R.call_packed("tvm.contrib.sort.sort", x, out, R.prim_value(1), R.prim_value(1), sinfo_args=(R.Tuple,))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=too_many --fill=iota
#| sorts_and_samples.py:39:9: error: tvm.contrib.sort.argsort_nms: 4 elements of a line of 3 [E0701]
#|             R.call_packed("tvm.contrib.sort.argsort_nms", x, R.const([4, 1], "int32"), out, R.prim_value(1), R.prim_value(1), sinfo_args=(R.Tuple,))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
