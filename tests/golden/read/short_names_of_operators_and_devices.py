# test: fmt --verify-roundtrip
@R.function
def main(x: R.Tensor((4,), "float32")):
    a = R.stop_lift_params(x)
    b = R.hint_on_device(a, R.hexagon(1))
    c = R.hint_on_device(b, R.device("webgpu", 0))
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|     a: R.Tensor((4,), dtype="float32") = R.builtin.stop_lift_params(x)
#|     b: R.Tensor((4,), dtype="float32") = R.hint_on_device(a, R.device(dev_type=14, dev_id=1))
#|     c: R.Tensor((4,), dtype="float32") = R.hint_on_device(b, R.device(dev_type=15, dev_id=0))
#|     return c
