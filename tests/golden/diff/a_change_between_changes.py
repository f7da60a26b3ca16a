# test: fails diff
@R.function
def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), v: R.Tensor((8, 8), "float32")):
    a = R.nn.relu(x)
    b = R.matmul(a, w)
    c = R.nn.relu(b)
    d = R.matmul(c, v)
    e = R.nn.relu(d)
    return e

@R.function
def main(x: R.Tensor((2, 8), "float32"), w: R.Tensor((8, 8), "float32"), v: R.Tensor((8, 8), "float32")):
    a = R.nn.gelu(x)
    b = R.matmul(a, w)
    c = R.nn.gelu(b)
    d = R.matmul(c, v)
    e = R.nn.gelu(d)
    return e

#| main, a_change_between_changes.py:3 and a_change_between_changes.py:12: 3 replaced
#|   a_change_between_changes.py:4 and a_change_between_changes.py:13: 1 binding replaced by 1
#|   -    4  a: R.Tensor((2, 8), dtype="float32") = R.nn.relu(x)
#|   +   13  a: R.Tensor((2, 8), dtype="float32") = R.nn.gelu(x)
#|   a_change_between_changes.py:6 and a_change_between_changes.py:15: 1 binding replaced by 1
#|   -    6  c: R.Tensor((2, 8), dtype="float32") = R.nn.relu(b)
#|   +   15  c: R.Tensor((2, 8), dtype="float32") = R.nn.gelu(b)
#|   a_change_between_changes.py:8 and a_change_between_changes.py:17: 1 binding replaced by 1
#|   -    8  e: R.Tensor((2, 8), dtype="float32") = R.nn.relu(d)
#|   +   17  e: R.Tensor((2, 8), dtype="float32") = R.nn.gelu(d)
