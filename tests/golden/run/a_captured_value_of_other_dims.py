# test: fails run --input=x=3xf32=ones --input=y=4xf32=ones
# The function's n is what its argument says; the struct info of what it captures is read with it.
@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
    n = T.int64()
    m = T.int64()

    @R.function
    def f(a: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
        b = R.add(a, x)
        return b

    z = f(y)
    return z

#| a_captured_value_of_other_dims.py:13:9: error: 'x', which 'f' uses: dim 0 is 3, expected n = 4 [E0701]
#|         z = f(y)
#|             ^~~~
