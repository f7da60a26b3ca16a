# test: run --engine=eval --input=x=iota(2,3)
# Where exclusive, an element is what those before it come to; None is False.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.cumsum(x, axis=1)
    b = R.cumsum(x, axis=1, exclusive=True)
    c = R.cumsum(x, axis=1, exclusive=None)
    d = R.cumprod(x, axis=0, exclusive=None)
    return (a, b, c, d)

#| ([[ 0.  1.  3.]
#|   [ 3.  7. 12.]],
#|  [[0. 0. 1.]
#|   [0. 3. 7.]],
#|  [[ 0.  1.  3.]
#|   [ 3.  7. 12.]],
#|  [[ 0.  1.  2.]
#|   [ 0.  4. 10.]])
