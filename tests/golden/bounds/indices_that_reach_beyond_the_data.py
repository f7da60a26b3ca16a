# test: fails check
# Beside the axis, gathers and scatters go along with their data.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((9, 70), "int64"), u: R.Tensor((9, 70), "float32")):
    a = R.gather_elements(x, i, axis=0)
    b = R.scatter_elements(x, i, u, axis=0)
    return a, b

#| indices_that_reach_beyond_the_data.py:5:30: error: R.gather_elements: indices of shape (9, 70) reach beyond data of shape (4, 3): dim 1 is 70 here and 3 there [E0403]
#|         a = R.gather_elements(x, i, axis=0)
#|                                  ^
#| indices_that_reach_beyond_the_data.py:6:31: error: R.scatter_elements: indices of shape (9, 70) reach beyond data of shape (4, 3): dim 1 is 70 here and 3 there [E0403]
#|         b = R.scatter_elements(x, i, u, axis=0)
#|                                   ^
