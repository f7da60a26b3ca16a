# test: fails diff
@R.function
def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), v: R.Tensor((8, 4), "float32")):
    a = R.matmul(x, w)
    b = R.matmul(a, v)
    c = R.nn.relu(b)
    return c

@R.function
def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), v: R.Tensor((8, 4), "float32")):
    a = R.matmul(w, v)
    b = R.matmul(x, a)
    c = R.nn.relu(b)
    return c

#| main, the_order_of_products_that_is_exchanged.py:3 and the_order_of_products_that_is_exchanged.py:10: 1 replaced
#|   the_order_of_products_that_is_exchanged.py:4 and the_order_of_products_that_is_exchanged.py:11: 2 bindings replaced by 2
#|   -    4  a: R.Tensor((2, 8), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|   -    5  b: R.Tensor((2, 4), dtype="float32") = R.matmul(a, v, out_dtype="void")
#|   +   11  a: R.Tensor((8, 4), dtype="float32") = R.matmul(w, v, out_dtype="void")
#|   +   12  b: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype="void")
