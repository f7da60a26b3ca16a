# test: fails run --input=x=3xf32=ones --fill=ones
# test: fails run --engine=eval --input=x=3xf32=ones --fill=ones
# The annotation is the caller's.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        y = R.exp(x)
        return y

    @R.function
    def main(x: R.Tensor((3,), "float32")):
        cls = Module
        y: R.Tensor((4,), "float32") = cls.f(x)
        z = R.add(y, y)
        return z

#| $ fails run --input=x=3xf32=ones --fill=ones
#| a_call_claims_more_than_the_function.py:14:40: error: the result of 'f': dim 0 is 3, expected 4 [E0701]
#|             y: R.Tensor((4,), "float32") = cls.f(x)
#|                                            ^~~~~~~~
#| $ fails run --engine=eval --input=x=3xf32=ones --fill=ones
#| a_call_claims_more_than_the_function.py:14:40: error: the result of 'f': dim 0 is 3, expected 4 [E0701]
#|             y: R.Tensor((4,), "float32") = cls.f(x)
#|                                            ^~~~~~~~
