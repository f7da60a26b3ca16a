# test: fails run --input=x=2xf32=ones
@R.function
def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
    @R.function
    def f(y: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        z = f(y)
        return z

    w = f(x)
    return w

#| recursion_is_not_compiled.py:6:13: error: cannot compile calls nested more than 64 deep (recursion); --engine=eval may run it [E0903]
#|             z = f(y)
#|                 ^~~~
