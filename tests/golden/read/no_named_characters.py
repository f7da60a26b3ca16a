# test: fails check
# The table of the names of characters is Python's, not the language's.
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"unit": "\N{DEGREE SIGN}C"})
    return x

#| no_named_characters.py:5:27: error: '\N{...}' is not supported; write the character itself, or '\u' with its number [E0106]
#|         R.func_attr({"unit": "\N{DEGREE SIGN}C"})
#|                               ^~
