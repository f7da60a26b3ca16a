# test: opt --passes=DispatchSortScan --check-each=4
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(("n", 4), "int32")):
    with R.dataflow():
        a = R.sort(x, axis=-1)
        b = R.sort(y, axis=0, descending=True)
        c = R.argsort(x, axis=0, dtype="int64")
        d = R.topk(x, k=2, axis=-1, largest=True)
        e = R.topk(y, k=1, axis=1, ret_type="values", largest=False)
        f = R.topk(y, k=-1, axis=0, ret_type="indices", dtype="int64")
        g = R.topk(x, k=5, axis=0)
        h = R.argsort(x, axis=1, dtype="void")
        R.output(a, b, c, d, e, f, g, h)
    return (a, b, c, d, e, f, g, h)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def argsort(var_x: T.handle, var_argsort_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         out_buf = T.match_buffer(var_argsort_cpu, (T.int64(2), T.int64(3)), "int64", align=8)
#|         with T.block("argsort_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.argsort", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(out_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.int64(0), T.int64(0)), 0, T.bool(True))
#|
#|     @T.prim_func(private=True)
#|     def argsort1(var_x: T.handle, var_argsort_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         out_buf = T.match_buffer(var_argsort_cpu, (T.int64(2), T.int64(3)), align=8)
#|         with T.block("argsort_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.argsort", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(out_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), 1, T.bool(True))
#|
#|     @T.prim_func(private=True)
#|     def sort(var_x: T.handle, var_sort_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         out_buf = T.match_buffer(var_sort_cpu, (T.int64(2), T.int64(3)), align=8)
#|         with T.block("sort_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.sort", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(out_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), -1, T.bool(True))
#|
#|     @T.prim_func(private=True)
#|     def sort1(var_y: T.handle, var_sort_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         data_buf = T.match_buffer(var_y, (n, T.int64(4)), "int32", align=8)
#|         out_buf = T.match_buffer(var_sort_cpu, (n, T.int64(4)), "int32", align=8)
#|         with T.block("sort_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.sort", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(n, T.int64(4)), 0, 2, 0, T.int64(0)), T.tvm_stack_make_array(out_buf.data, T.tvm_stack_make_shape(n, T.int64(4)), 0, 2, 0, T.int64(0)), 0, T.bool(False))
#|
#|     @T.prim_func(private=True)
#|     def topk(var_x: T.handle, var_topk_cpu_v0: T.handle, var_topk_cpu_v1: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         value_buf = T.match_buffer(var_topk_cpu_v0, (T.int64(2), T.int64(2)), align=8)
#|         indices_buf = T.match_buffer(var_topk_cpu_v1, (T.int64(2), T.int64(2)), "int32", align=8)
#|         with T.block("topk_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(value_buf.data, T.tvm_stack_make_shape(2, 2), 0, 2, T.float32(0.0), 0), T.tvm_stack_make_array(indices_buf.data, T.tvm_stack_make_shape(2, 2), 0, 2, 0, 0), 2, -1, "both", T.bool(False))
#|
#|     @T.prim_func(private=True)
#|     def topk1(var_y: T.handle, var_topk_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         data_buf = T.match_buffer(var_y, (n, T.int64(4)), "int32", align=8)
#|         value_buf = T.match_buffer(var_topk_cpu, (n, T.int64(1)), "int32", align=8)
#|         with T.block("topk_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(n, T.int64(4)), 0, 2, 0, T.int64(0)), T.tvm_stack_make_array(value_buf.data, T.tvm_stack_make_shape(n, 1), 0, 2, 0, 0), 1, 1, "values", T.bool(True))
#|
#|     @T.prim_func(private=True)
#|     def topk2(var_y: T.handle, var_topk_cpu: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         data_buf = T.match_buffer(var_y, (n, T.int64(4)), "int32", align=8)
#|         indices_buf = T.match_buffer(var_topk_cpu, (n, T.int64(4)), "int64", align=8)
#|         with T.block("topk_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(n, T.int64(4)), 0, 2, 0, T.int64(0)), T.tvm_stack_make_array(indices_buf.data, T.tvm_stack_make_shape(n, 4), 0, 2, T.int64(0), 0), -1, 0, "indices", T.bool(False))
#|
#|     @T.prim_func(private=True)
#|     def topk3(var_x: T.handle, var_topk_cpu_v0: T.handle, var_topk_cpu_v1: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
#|         value_buf = T.match_buffer(var_topk_cpu_v0, (T.int64(2), T.int64(3)), align=8)
#|         indices_buf = T.match_buffer(var_topk_cpu_v1, (T.int64(2), T.int64(3)), "int32", align=8)
#|         with T.block("topk_cpu"):
#|             T.reads()
#|             T.writes()
#|             T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(value_buf.data, T.tvm_stack_make_shape(2, 3), 0, 2, T.float32(0.0), 0), T.tvm_stack_make_array(indices_buf.data, T.tvm_stack_make_shape(2, 3), 0, 2, 0, 0), 2, 0, "both", T.bool(False))
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor(("n", 4), dtype="int32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor(("n", 4), dtype="int32"), R.Tensor((2, 3), dtype="int64"), R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="int32")), R.Tensor(("n", 1), dtype="int32"), R.Tensor(("n", 4), dtype="int64"), R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="int32")), R.Tensor((2, 3), dtype="float32")):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.sort, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             b = R.call_tir(cls.sort1, (y,), out_sinfo=R.Tensor((n, 4), dtype="int32"))
#|             c = R.call_tir(cls.argsort, (x,), out_sinfo=R.Tensor((2, 3), dtype="int64"))
#|             d = R.call_tir(cls.topk, (x,), out_sinfo=[R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="int32")])
#|             e = R.call_tir(cls.topk1, (y,), out_sinfo=R.Tensor((n, 1), dtype="int32"))
#|             f = R.call_tir(cls.topk2, (y,), out_sinfo=R.Tensor((n, 4), dtype="int64"))
#|             g = R.call_tir(cls.topk3, (x,), out_sinfo=[R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="int32")])
#|             h = R.call_tir(cls.argsort1, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             R.output(a, b, c, d, e, f, g, h)
#|         return (a, b, c, d, e, f, g, h)
#| 1 pass checked by running: 4 runs agree
