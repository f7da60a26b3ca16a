# test: fails check
# Both shapes and the dim are named.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((4, 3), "float32")):
    with R.dataflow():
        z = R.add(x, y)
        R.output(z)
    return z

#| shapes_do_not_broadcast.py:6:13: error: R.add: shapes (2, 3) and (4, 3) do not broadcast: dim 0 is 2 here and 4 there [E0403]
#|             z = R.add(x, y)
#|                 ^~~~~~~~~~~
