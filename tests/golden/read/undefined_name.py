# test: fails check
# Each undefined name once, and no follow-on noise.
@R.function
def main(x: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        y = R.add(x, q)
        z = R.add(y, y)
        w = R.add(xx, z)
        R.output(w)
    return w

#| undefined_name.py:6:22: error: 'q' is not defined [E0201]
#|             y = R.add(x, q)
#|                          ^
#| undefined_name.py:8:19: error: 'xx' is not defined [E0201]
#|             w = R.add(xx, z)
#|                       ^~
