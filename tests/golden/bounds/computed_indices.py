# test: fails run main(x=iota(4, 3), i=iota(5))
# Indices are computed before anybody reads at them, also where the result is a part of a larger kernel.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((5,), "int64")):
    j = R.multiply(i, i)
    a = R.take(R.exp(x), j, axis=0)
    return R.sum(a)

#| computed_indices.py:6:9: error: R.take: index 4 at (2,) is outside axis 0 of size 4 [E0701]
#|         a = R.take(R.exp(x), j, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
