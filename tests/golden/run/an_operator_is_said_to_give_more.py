# test: fails run --input=x=3xf32=ones
# What inference cannot compare with the annotation is compared with the tensors that are there.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        y: R.Tensor((4,), "float32") = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        y = cls.f(x)
        return y

#| an_operator_is_said_to_give_more.py:7:40: error: R.exp: dim 0 is 3, expected 4 [E0701]
#|             y: R.Tensor((4,), "float32") = R.exp(x)
#|                                            ^~~~~~~~
