# test: fails check
# `m + 1` declares no m.
@R.function
def main(x: R.Tensor(("m + 1",), "float32")):
    return x

#| undefined_dim.py:4:23: error: 'm' is not defined [E0201]
#|     def main(x: R.Tensor(("m + 1",), "float32")):
#|                           ^
