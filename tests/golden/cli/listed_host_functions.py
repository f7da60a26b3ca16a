# test: list host-functions '*sort*'
# test: list host-functions cache_v --json
# test: fails list host-functions argsrt

#| $ list host-functions '*sort*'
#| name                          meaning
#| tvm.contrib.sort.argsort      (x, out, axis, is_ascend): DispatchSortScan
#| tvm.contrib.sort.argsort_nms  (x, counts, out, axis, is_ascend): non-maximum suppression; the first of each line
#| tvm.contrib.sort.sort         (x, out, axis, is_ascend): DispatchSortScan
#| tvm.contrib.sort.topk         (x, outs..., k, axis, ret_type, is_ascend): DispatchSortScan
#| $ list host-functions cache_v --json
#| [
#|   {
#|     "name": "vm.builtin.attention_kv_cache_view",
#|     "meaning": "(cache, shape): models; the rows"
#|   },
#|   {
#|     "name": "vm.builtin.distributed.attention_kv_cache_view",
#|     "meaning": "(cache, shape): one worker"
#|   }
#| ]
#| $ fails list host-functions argsrt
#| hammock: error: none of the host-functions is named 'argsrt'
