# test: run --input=x=2x3xf32='[[3 1 2][5 4 6]]'
# test: run --engine=eval --input=x=2x3xf32='[[3 1 2][5 4 6]]'
# test: run --engine=eval --entry=sampled --input=p=4xf32='[0.1 0.2 0.3 0.4]'
# What DispatchSortScan makes of sorts: kernels that call a function of the runtime.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def topk(var_x: T.handle, var_topk_cpu_v0: T.handle, var_topk_cpu_v1: T.handle):
        T.func_attr({"tir.noalias": T.bool(True)})
        data_buf = T.match_buffer(var_x, (T.int64(2), T.int64(3)), align=8)
        value_buf = T.match_buffer(var_topk_cpu_v0, (T.int64(2), T.int64(2)), align=8)
        indices_buf = T.match_buffer(var_topk_cpu_v1, (T.int64(2), T.int64(2)), "int32", align=8)
        with T.block("topk_cpu"):
            T.reads()
            T.writes()
            T.call_packed("tvm.contrib.sort.topk", T.tvm_stack_make_array(data_buf.data, T.tvm_stack_make_shape(T.int64(2), T.int64(3)), 0, 2, T.float32(0.0), T.int64(0)), T.tvm_stack_make_array(value_buf.data, T.tvm_stack_make_shape(2, 2), 0, 2, T.float32(0.0), 0), T.tvm_stack_make_array(indices_buf.data, T.tvm_stack_make_shape(2, 2), 0, 2, 0, 0), 2, -1, "both", T.bool(False))

    # The rows in the middle, as a vector.
    @T.prim_func(private=True)
    def sorted(x: T.Buffer((2, 3), "float32"), y: T.Buffer((3,), "float32")):
        T.call_packed("tvm.contrib.sort.sort", T.tvm_stack_make_array(x.data, T.tvm_stack_make_shape(3), 0, 1, T.float32(0.0), 2), y, 0, T.bool(True))

    @T.prim_func(private=True)
    def samples(p: T.Buffer((4,), "float32"), out: T.Buffer((2,), "int32")):
        out[0] = T.call_packed("vm.builtin.sample_top_p_from_prob", p, T.float64(1.0), T.float64(0.5))
        out[1] = T.call_packed("vm.builtin.sample_top_p_from_prob", p, T.float64(1.0), T.float64(0.99))

    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        cls = Module
        t = R.call_tir(cls.topk, (x,), out_sinfo=[R.Tensor((2, 2), "float32"), R.Tensor((2, 2), "int32")])
        s = R.call_tir(cls.sorted, (x,), out_sinfo=R.Tensor((3,), "float32"))
        return (t, s)

    @R.function
    def sampled(p: R.Tensor((4,), "float32")):
        cls = Module
        s = R.call_tir(cls.samples, (p,), out_sinfo=R.Tensor((2,), "int32"))
        return s

#| $ run --input=x=2x3xf32='[[3 1 2][5 4 6]]'
#| (([[3. 2.]
#|    [6. 5.]],
#|   [[0 2]
#|    [2 0]]),
#|  [2. 4. 5.])
#| remark: the JIT does not compile R.call_tir: eval computed it
#| $ run --engine=eval --input=x=2x3xf32='[[3 1 2][5 4 6]]'
#| (([[3. 2.]
#|    [6. 5.]],
#|   [[0 2]
#|    [2 0]]),
#|  [2. 4. 5.])
#| $ run --engine=eval --entry=sampled --input=p=4xf32='[0.1 0.2 0.3 0.4]'
#| [2 0]
