# test: run main(x=iota(2, 3))
@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})

    @T.prim_func(private=True)
    def twice(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), y: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        for i, j in T.grid(T.int64(2), T.int64(3)):
            with T.block("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = x[vi, vj] * T.float32(2)

    @R.function(pure=False)
    def main(x: R.Tensor((2, 3), "float32")):
        cls = Module
        _ = R.assert_op(R.const(True, "bool"), format="is never said")
        a = R.memory.view(x, R.shape([3]), R.dtype("float32"), R.prim_value(12))
        b = R.call_tir_with_grad(cls.twice, (x,), out_sinfo=R.Tensor((2, 3), "float32"), te_grad_name="twice_grad")
        c = R.to_vdevice(x, dst_vdevice=I.vdevice("llvm"))
        d = R.hint_on_device(x, dst_vdevice=R.device(1, 0))
        return (a, b, c, d)

#| ([3. 4. 5.],
#|  [[ 0.  2.  4.]
#|   [ 6.  8. 10.]],
#|  [[0. 1. 2.]
#|   [3. 4. 5.]],
#|  [[0. 1. 2.]
#|   [3. 4. 5.]])
