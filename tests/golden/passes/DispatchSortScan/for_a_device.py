# test: opt --passes=DispatchSortScan
# A CPU that is said, and a GPU, which has other kernels.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice({"kind": "llvm", "keys": ["cpu"], "tag": ""}, 0, "global"), I.vdevice({"kind": "cuda", "keys": ["cuda", "gpu"], "tag": ""}, 0, "global")]})
    @R.function
    def main(x: R.Tensor((2, 3), "float32", "llvm"), y: R.Tensor((2, 3), "float32", "cuda")):
        a = R.sort(x, axis=1)
        b = R.sort(y, axis=1)
        c = R.topk(x, k=1, axis=1)
        return (a, b, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
#|     @T.prim_func(private=True)
#|     def sort(var_x: T.handle, var_sort_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         out_buf = T.match_buffer(var_sort_cpu, (T.int64(2), T.int64(3)), align=8)
#|         with T.block("sort_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.sort", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(out_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), 1, T.bool(True))
#|
#|     @T.prim_func(private=True)
#|     def topk(var_x: T.handle, var_topk_cpu_v0: T.handle, var_topk_cpu_v1: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         value_buf = T.match_buffer(var_topk_cpu_v0, (T.int64(2), T.int64(1)), align=8)
#|         indices_buf = T.match_buffer(var_topk_cpu_v1, (T.int64(2), T.int64(1)), "int32", align=8)
#|         with T.block("topk_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(value_buf.data, T.tvm_stack_make_shape(2, 1), 0, 2, T.float32(0.0), 0), T.tvm_stack_make_array(indices_buf.data, T.tvm_stack_make_shape(2, 1), 0, 2, 0, 0), 1, 1, "both", T.bool(False))
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32", vdevice="llvm:0"), y: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0")) -> R.Tuple(R.Tensor((2, 3), dtype="float32", vdevice="llvm:0"), R.Tensor((2, 3), dtype="float32", vdevice="cuda:0"), R.Tuple(R.Tensor((2, 1), dtype="float32", vdevice="llvm:0"), R.Tensor((2, 1), dtype="int32", vdevice="llvm:0"))):
#|         cls = Module
#|         a = R.call_tir(cls.sort, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32", vdevice="llvm:0"))
#|         b: R.Tensor((2, 3), dtype="float32", vdevice="cuda:0") = R.sort(y, axis=1, descending=False)
#|         c = R.call_tir(cls.topk, (x,), out_sinfo=[R.Tensor((2, 1), dtype="float32", vdevice="llvm:0"), R.Tensor((2, 1), dtype="int32", vdevice="llvm:0")])
#|         return (a, b, c)
