# test: fails check
# With the nearest name.
@R.function
def main(x: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        y = R.matmull(x, x)
        z = R.nn.sofmax(y)
        R.output(z)
    return z

#| unknown_operator.py:6:13: error: 'R.matmull' is no operator or intrinsic; did you mean 'R.matmul'? [E0203]
#|             y = R.matmull(x, x)
#|                 ^~~~~~~~~
#| unknown_operator.py:7:13: error: 'R.nn.sofmax' is no operator or intrinsic; did you mean 'R.nn.softmax'? [E0203]
#|             z = R.nn.sofmax(y)
#|                 ^~~~~~~~~~~
