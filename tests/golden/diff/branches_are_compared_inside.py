# test: fails diff
@R.function(pure=False)
def main(p: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
    R.print(x, format="{}")
    R.print(x, x, format="{} {}")
    if p:
        a = R.exp(x)
        b = R.add(a, x)
        r = R.nn.relu(b)
    else:
        r = R.negative(x)
    y = R.sin(r)
    return y

@R.function(pure=False)
def main(p: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")):
    a = R.exp(x)
    R.print(x, x, format="{} {}")
    R.print(x, format="{}")
    if p:
        b = R.subtract(a, x)
        r = R.nn.relu(b)
    else:
        r = R.negative(x)
    y = R.sin(r)
    return y

#| main, branches_are_compared_inside.py:3 and branches_are_compared_inside.py:16: 1 replaced, 2 moved
#|   branches_are_compared_inside.py:4 and branches_are_compared_inside.py:19: moved: the order of effects
#|   -    4  _: R.Tuple = R.print(x, format=R.str("{}"))
#|   +   19  _: R.Tuple = R.print(x, format=R.str("{}"))
#|   branches_are_compared_inside.py:7 and branches_are_compared_inside.py:17: moved: the branch of 'r' to the body
#|   -    7  a: R.Tensor((4,), dtype="float32") = R.exp(x)
#|   +   17  a: R.Tensor((4,), dtype="float32") = R.exp(x)
#|   branches_are_compared_inside.py:8 and branches_are_compared_inside.py:21: 1 binding replaced by 1
#|   -    8  b: R.Tensor((4,), dtype="float32") = R.add(a, x)
#|   +   21  b: R.Tensor((4,), dtype="float32") = R.subtract(a, x)
