# test: fails check
# With the nearest name.
@R.function
def main(x: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        y = R.sum(x, axs=[0])
        R.output(y)
    return y

#| unknown_attribute.py:6:22: error: R.sum has no parameter 'axs'; did you mean 'axis'? [E0301]
#|             y = R.sum(x, axs=[0])
#|                          ^~~
