# test: fails check
# A name that begins with a digit has a letter behind a '_'.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.add(x, R.const(1_, "float32"))
    b = R.add(x, R.const(1__0, "float32"))
    c = R.add(x, R.const(2x, "float32"))
    d = R.add(x, R.const(0x_fg, "float32"))
    return a

#| malformed_numbers_are_no_names.py:5:26: error: '1_' is no number [E0104]
#|         a = R.add(x, R.const(1_, "float32"))
#|                              ^~
#| malformed_numbers_are_no_names.py:6:26: error: '1__0' is no number [E0104]
#|         b = R.add(x, R.const(1__0, "float32"))
#|                              ^~~~
#| malformed_numbers_are_no_names.py:7:26: error: '2x' is no number [E0104]
#|         c = R.add(x, R.const(2x, "float32"))
#|                              ^~
#| malformed_numbers_are_no_names.py:8:26: warning: Python cannot read the name '0x_fg'; it is read as '_0x_fg' [W0106]
#|         d = R.add(x, R.const(0x_fg, "float32"))
#|                              ^~~~~
#| malformed_numbers_are_no_names.py:8:26: error: '_0x_fg' is not defined [E0201]
#|         d = R.add(x, R.const(0x_fg, "float32"))
#|                              ^~~~~
