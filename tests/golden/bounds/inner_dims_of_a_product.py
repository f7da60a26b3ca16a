# test: fails run main(x=iota(2, 50), y=iota(2, 3))
# What inference could not prove of the dims is checked when they are known, in both executors.
@R.function
def main(x: R.Tensor((2, "k"), "float32"), y: R.Tensor(("m", 3), "float32")):
    a = R.matmul(x, y)
    return a

#| inner_dims_of_a_product.py:5:9: error: R.matmul: shapes (2, 50) and (2, 3) cannot be multiplied: 50 columns here and 2 rows there [E0701]
#|         a = R.matmul(x, y)
#|             ^~~~~~~~~~~~~~
