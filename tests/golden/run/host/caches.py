# test: run --input=x=2x2xf32='[[1 2][3 4]]'
# test: run --engine=eval --input=x=2x2xf32='[[1 2][3 4]]'
# test: fails run --entry=another_shape --input=x=2x2xf32='[[1 2][3 4]]'
# test: fails run --entry=more_rows_than_there_are --input=x=2x2xf32='[[1 2][3 4]]'
# A cache of keys grows; what a view shows stays as it was when rows are taken away and others come.
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor((2, 2), "float32")) -> R.Object:
        cache: R.Object = R.call_packed("vm.builtin.attention_kv_cache_create", x, R.shape([2, 2]), R.prim_value(1), sinfo_args=(R.Object,))
        y: R.Tensor((2, 2), "float32") = R.multiply(x, R.const(10, "float32"))
        cache1: R.Object = R.call_packed("vm.builtin.attention_kv_cache_append", cache, y, sinfo_args=(R.Object,))
        three: R.Tensor((3, 2), "float32") = R.call_packed("vm.builtin.attention_kv_cache_view", cache1, R.shape([3, 2]), sinfo_args=(R.Tensor((3, 2), "float32"),))
        R.call_packed("vm.builtin.attention_kv_cache_array_popn", (cache,), R.prim_value(2), sinfo_args=(R.Tuple,))
        cache2: R.Object = R.call_packed("vm.builtin.distributed.attention_kv_cache_append", cache, x, sinfo_args=(R.Object,))
        again: R.Tensor(dtype="float32", ndim=2) = R.call_packed("vm.builtin.attention_kv_cache_view", cache2, sinfo_args=(R.Tensor(dtype="float32", ndim=2),))
        R.call_packed("vm.builtin.attention_kv_cache_array_clear", (cache,), sinfo_args=(R.Tuple,))
        nothing: R.Tensor(dtype="float32", ndim=2) = R.call_packed("vm.builtin.attention_kv_cache_view", cache, sinfo_args=(R.Tensor(dtype="float32", ndim=2),))
        twice: R.Tensor((3, 2), "float32") = R.add(three, three)
        return (three, twice, again, nothing, cache)

    @R.function(pure=False)
    def another_shape(x: R.Tensor((2, 2), "float32")) -> R.Object:
        cache: R.Object = R.call_packed("vm.builtin.attention_kv_cache_create", x, R.shape([2, 2]), R.prim_value(-1), sinfo_args=(R.Object,))
        view: R.Object = R.call_packed("vm.builtin.attention_kv_cache_view", cache, R.shape([3, 2]), sinfo_args=(R.Object,))
        return view

    @R.function(pure=False)
    def more_rows_than_there_are(x: R.Tensor((2, 2), "float32")) -> R.Object:
        cache: R.Object = R.call_packed("vm.builtin.attention_kv_cache_create", x, R.shape([4, 2]), R.prim_value(5), sinfo_args=(R.Object,))
        return cache

#| $ run --input=x=2x2xf32='[[1 2][3 4]]'
#| ([[ 1.  2.]
#|   [10. 20.]
#|   [30. 40.]],
#|  [[ 2.  4.]
#|   [20. 40.]
#|   [60. 80.]],
#|  [[1. 2.]
#|   [1. 2.]
#|   [3. 4.]],
#|  [],
#|  <object>)
#| $ run --engine=eval --input=x=2x2xf32='[[1 2][3 4]]'
#| ([[ 1.  2.]
#|   [10. 20.]
#|   [30. 40.]],
#|  [[ 2.  4.]
#|   [20. 40.]
#|   [60. 80.]],
#|  [[1. 2.]
#|   [1. 2.]
#|   [3. 4.]],
#|  [],
#|  <object>)
#| $ fails run --entry=another_shape --input=x=2x2xf32='[[1 2][3 4]]'
#| caches.py:25:26: error: vm.builtin.attention_kv_cache_view: a view of shape (3, 2) of a cache that is filled to (2, 2) [E0701]
#|             view: R.Object = R.call_packed("vm.builtin.attention_kv_cache_view", cache, R.shape([3, 2]), sinfo_args=(R.Object,))
#|                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=more_rows_than_there_are --input=x=2x2xf32='[[1 2][3 4]]'
#| caches.py:30:27: error: vm.builtin.attention_kv_cache_create: 5 rows of a cache with room for 4 [E0701]
#|             cache: R.Object = R.call_packed("vm.builtin.attention_kv_cache_create", x, R.shape([4, 2]), R.prim_value(5), sinfo_args=(R.Object,))
#|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
