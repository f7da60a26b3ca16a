# test: fails diff
@R.function
def main(x: R.Tensor((2, 8), "float32"), y: R.Tensor((8,), "float32")):
    a = R.add(x, y)
    b = R.nn.relu(a)
    c = R.exp(b)
    return c

@R.function
def main(x: R.Tensor((4, 8), "float32"), y: R.Tensor((8,), "float32")):
    a = R.add(x, y)
    b = R.nn.relu(a)
    d = R.negative(b)
    c = R.exp(d)
    return c

#| main, struct_info_that_follows_is_counted.py:3 and struct_info_that_follows_is_counted.py:10: 1 added, 2 changed, struct info of 3 more follows
#|   struct_info_that_follows_is_counted.py:3 and struct_info_that_follows_is_counted.py:10: changed: struct info of a parameter
#|   -    3  x: R.Tensor((2, 8), dtype="float32")
#|   +   10  x: R.Tensor((4, 8), dtype="float32")
#|   struct_info_that_follows_is_counted.py:3 and struct_info_that_follows_is_counted.py:10: changed: struct info of the result
#|   -    3  R.Tensor((2, 8), dtype="float32")
#|   +   10  R.Tensor((4, 8), dtype="float32")
#|   struct_info_that_follows_is_counted.py:13: 1 binding added
#|   +   13  d: R.Tensor((4, 8), dtype="float32") = R.negative(b)
