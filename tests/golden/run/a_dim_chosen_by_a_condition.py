# test: run main(x=0xf32=ones)
# test: run main(x=3xf32=ones)
# Of a choice only the branch that is taken is computed: 6 // n has no value for n = 0.
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    y = R.ones((T.if_then_else(n == 0, 1, 6 // n),), "float32")
    return y

#| $ run main(x=0xf32=ones)
#| [1.]
#| $ run main(x=3xf32=ones)
#| [1. 1.]
