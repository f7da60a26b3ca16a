# test: fails check
# A dim that nothing defines.
@R.function
def main(x: R.Tensor(("m + 1",), "float32")):
    return x

#| undefined_symbol.py:4:23: error: 'm' is not defined [E0201]
#|     def main(x: R.Tensor(("m + 1",), "float32")):
#|                           ^~~~~~~
