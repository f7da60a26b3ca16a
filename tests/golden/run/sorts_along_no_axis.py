# test: fails run --engine=jit --fill=ones
# test: fails run --engine=eval --fill=ones
@R.function
def main(x: R.Tensor((3, 4), "float32")):
    y = R.sort(x, axis=2)
    return y

#| $ fails run --engine=jit --fill=ones
#| sorts_along_no_axis.py:5:9: error: R.sort: an axis is outside the tensor's rank or given twice [E0701]
#|         y = R.sort(x, axis=2)
#|             ^~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones
#| sorts_along_no_axis.py:5:9: error: R.sort: an axis is outside the tensor's rank or given twice [E0701]
#|         y = R.sort(x, axis=2)
#|             ^~~~~~~~~~~~~~~~~
