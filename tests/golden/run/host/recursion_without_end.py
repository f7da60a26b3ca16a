# test: fails run --input=x=2xf32=ones --max-steps=10000
# test: fails run --engine=eval --input=x=2xf32=ones --max-steps=10000
@R.function
def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
    @R.function
    def f(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        z = f(y)
        return z

    w = f(x)
    return w

#| $ fails run --input=x=2xf32=ones --max-steps=10000
#| recursion_without_end.py:7:13: error: more than 10000 bindings executed [E0701]
#|             z = f(y)
#|                 ^~~~
#| $ fails run --engine=eval --input=x=2xf32=ones --max-steps=10000
#| recursion_without_end.py:7:13: error: more than 10000 bindings executed [E0701]
#|             z = f(y)
#|                 ^~~~
