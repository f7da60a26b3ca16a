# test: fails check
@I.ir_module
class Module:
    @T.prim_func
    def k(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((4,), "float32"), s: R.Shape([4])):
        cls = Module
        a = R.call_tir(cls.k, (x,), R.Tensor(ndim=1, dtype="float32"))
        b = R.call_dps_packed("f", (x,), R.Tensor(ndim=1, dtype="float32"))
        c = R.call_dps_packed("f", (x,), [R.Tensor((4,), "float32"), R.Object])
        d = R.call_dps_packed("f", (x,), R.Tensor(s, "float32"))
        e = R.call_dps_packed("f", (x,), [R.Tensor((4,), "float32"), R.Tensor((), "float32")])
        return e

#| results_of_kernels_have_shapes.py:11:37: error: every out_sinfo must be a tensor with a shape [E0401]
#|             a = R.call_tir(cls.k, (x,), R.Tensor(ndim=1, dtype="float32"))
#|                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| results_of_kernels_have_shapes.py:12:42: error: every out_sinfo must be a tensor with a shape [E0401]
#|             b = R.call_dps_packed("f", (x,), R.Tensor(ndim=1, dtype="float32"))
#|                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| results_of_kernels_have_shapes.py:13:42: error: every out_sinfo must be a tensor with a shape [E0401]
#|             c = R.call_dps_packed("f", (x,), [R.Tensor((4,), "float32"), R.Object])
#|                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| results_of_kernels_have_shapes.py:14:42: error: every out_sinfo must be a tensor with a shape [E0401]
#|             d = R.call_dps_packed("f", (x,), R.Tensor(s, "float32"))
#|                                              ^~~~~~~~~~~~~~~~~~~~~~
