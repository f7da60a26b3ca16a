# test: run --input=x=iota '--input=i=4xi64=[-1 5 1 2]' --compare=eval
# These modes say what an index beyond the axis means.
@R.function
def main(x: R.Tensor((3,), "float32"), i: R.Tensor((4,), "int64")):
    a = R.take(x, i, axis=0, mode="clip")
    b = R.take(x, i, axis=0, mode="wrap")
    c = R.take(x, i, axis=0, mode="nan")
    return a, b, R.isnan(c)

#| ([0. 2. 1. 2.],
#|  [2. 2. 1. 2.],
#|  [ True  True False False])
