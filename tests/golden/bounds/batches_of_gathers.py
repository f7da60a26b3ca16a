# test: fails check
# The batch dims of data and indices are one.
@R.function
def main(x: R.Tensor((2, 3, 4), "float32"), i: R.Tensor((3, 2, 1), "int64")):
    a = R.gather_nd(x, i, batch_dims=2)
    return a

#| batches_of_gathers.py:5:21: error: R.gather_nd: data of shape (2, 3, 4) and indices of shape (3, 2, 1) differ in the batch dim 0 [E0403]
#|         a = R.gather_nd(x, i, batch_dims=2)
#|                         ^
