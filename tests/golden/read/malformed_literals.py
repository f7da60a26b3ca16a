# test: fails check
# Strings and numbers as Python does not write them; each line is reported by itself.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.astype(x, "float16)
    b = R.const(1.5.2, "float32")
    c = R.const(007, "int32")
    d = R.const(1__0, "int32")
    e = R.astype(x, "\x4")
    f = R.const(0x, "int32")
    return x

#| malformed_literals.py:5:21: error: the string is not closed [E0104]
#|         a = R.astype(x, "float16)
#|                         ^~~~~~~~~
#| malformed_literals.py:6:17: error: '1.5.2' is no number [E0104]
#|         b = R.const(1.5.2, "float32")
#|                     ^~~~~
#| malformed_literals.py:7:17: error: '007' is no number: leading zeros [E0104]
#|         c = R.const(007, "int32")
#|                     ^~~
#| malformed_literals.py:8:17: error: '1__0' is no number [E0104]
#|         d = R.const(1__0, "int32")
#|                     ^~~~
#| malformed_literals.py:9:22: error: '\x' is no escape of a string [E0104]
#|         e = R.astype(x, "\x4")
#|                          ^~
#| malformed_literals.py:10:17: error: '0x' is no number [E0104]
#|         f = R.const(0x, "int32")
#|                     ^~
