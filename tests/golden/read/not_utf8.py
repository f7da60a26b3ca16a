# test: fails check
# A file in an older encoding; the message stands at the first byte that is not UTF-8.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.print(x, format="café")
    return x

#| not_utf8.py:5:31: error: the file is not UTF-8 text [E0101]
#|         y = R.print(x, format="cafï¿½")
#|                                   ^
