# test: fails run --engine=eval --input=x=2xf32=ones --max-steps=10000
# Calls that wait for one another are bounded by memory, calls that end their function by steps.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y = R.add(x, x)
        z = cls.main(y)
        return z

#| recursion_without_end.py:8:13: error: more than 10000 bindings executed [E0701]
#|             y = R.add(x, x)
#|                 ^~~~~~~~~~~
