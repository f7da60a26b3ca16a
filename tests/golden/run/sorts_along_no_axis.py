# test: fails run --engine=jit --input=x=3x4xf32=ones
# test: fails run --engine=eval --input=x=3x4xf32=ones
# Only the run knows the rank.
@R.function
def main(x: R.Tensor("float32")):
    y = R.sort(x, axis=2)
    return y

#| $ fails run --engine=jit --input=x=3x4xf32=ones
#| sorts_along_no_axis.py:6:9: error: R.sort: axis=2 is outside [-2, 2), the axes of rank 2 [E0701]
#|         y = R.sort(x, axis=2)
#|             ^~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --input=x=3x4xf32=ones
#| sorts_along_no_axis.py:6:9: error: R.sort: axis=2 is outside [-2, 2), the axes of rank 2 [E0701]
#|         y = R.sort(x, axis=2)
#|             ^~~~~~~~~~~~~~~~~
