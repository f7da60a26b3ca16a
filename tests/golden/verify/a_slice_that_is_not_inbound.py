# test: fails check
@R.function
def main(x: R.Tensor((10,), "float32")):
    a = R.strided_slice(x, [0], [0], [20], assume_inbound=True)
    b = R.strided_slice(x, [0], [11], [11], assume_inbound=True)
    c = R.strided_slice(x, [0], [10], [-1], [-1], assume_inbound=True)
    d = R.strided_slice(x, [0], [9], [-1], [-1], assume_inbound=True)
    e = R.strided_slice(x, [0], [10], [10], assume_inbound=True)
    return (d, e)

#| a_slice_that_is_not_inbound.py:4:9: error: R.strided_slice: indices must be inside the tensor where assume_inbound=True, found 0 to 20 [E0314]
#|         a = R.strided_slice(x, [0], [0], [20], assume_inbound=True)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_slice_that_is_not_inbound.py:5:9: error: R.strided_slice: indices must be inside the tensor where assume_inbound=True, found 11 to 11 [E0314]
#|         b = R.strided_slice(x, [0], [11], [11], assume_inbound=True)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_slice_that_is_not_inbound.py:6:9: error: R.strided_slice: indices must be inside the tensor where assume_inbound=True, found 10 to -1 [E0314]
#|         c = R.strided_slice(x, [0], [10], [-1], [-1], assume_inbound=True)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
