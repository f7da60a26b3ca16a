# test: reduce --code=E0403
# A script with mistakes is cut line by line.
@R.function
def other(x: R.Tensor((4, 8), "float32")):
    y = R.add(x, x)
    return y

@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((9, 8), "float32")):
    h = R.nn.relu(x)
    p = R.matmul(h, w)
    q = R.nn.relu(p)
    return q

#| @R.function
#| def main(x: R.Tensor((1, 1), "float32"), w: R.Tensor((2, 1), "float32")):
#|     h = R.nn.relu(x)
#|     p = R.matmul(h, w)
#| bindings 0, lines 4, candidates tried 39, kept 12
