# test: fmt
# The shortcuts have DLPack's numbers.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.hint_on_device(x, R.cpu())
    a = R.hint_on_device(a, R.vpi(1))
    a = R.hint_on_device(a, R.rocm(0))
    a = R.hint_on_device(a, R.ext_dev(0))
    a = R.hint_on_device(a, R.hexagon(0))
    a = R.hint_on_device(a, R.webgpu(0))
    a = R.hint_on_device(a, R.device("webgpu", 2))
    return a

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     a: R.Tensor((2,), dtype="float32") = R.hint_on_device(x, R.device(dev_type=1, dev_id=0))
#|     a_1: R.Tensor((2,), dtype="float32") = R.hint_on_device(a, R.device(dev_type=9, dev_id=1))
#|     a_2: R.Tensor((2,), dtype="float32") = R.hint_on_device(a_1, R.device(dev_type=10, dev_id=0))
#|     a_3: R.Tensor((2,), dtype="float32") = R.hint_on_device(a_2, R.device(dev_type=12, dev_id=0))
#|     a_4: R.Tensor((2,), dtype="float32") = R.hint_on_device(a_3, R.device(dev_type=14, dev_id=0))
#|     a_5: R.Tensor((2,), dtype="float32") = R.hint_on_device(a_4, R.device(dev_type=15, dev_id=0))
#|     a_6: R.Tensor((2,), dtype="float32") = R.hint_on_device(a_5, R.device(dev_type=15, dev_id=2))
#|     return a_6
