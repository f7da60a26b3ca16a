# test: fails run --fill=ones --dim=h=0
# test: fails run --engine=eval --fill=ones --dim=h=0
# The formulas of the language make an image larger than the data of it.
@R.function
def main(x: R.Tensor((1, 1, 3, 3), "float32"), k: R.Tensor((1, 1, "h", 1), "float32")):
    a = R.nn.conv2d(x, k)
    return a

#| $ fails run --fill=ones --dim=h=0
#| windows_of_nothing.py:6:9: error: R.nn.conv2d: weight of shape (1, 1, 0, 1) is a window of nothing [E0701]
#|         a = R.nn.conv2d(x, k)
#|             ^~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones --dim=h=0
#| windows_of_nothing.py:6:9: error: R.nn.conv2d: weight of shape (1, 1, 0, 1) is a window of nothing [E0701]
#|         a = R.nn.conv2d(x, k)
#|             ^~~~~~~~~~~~~~~~~
