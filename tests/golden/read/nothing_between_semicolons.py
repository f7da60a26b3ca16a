# test: fails check
# A statement may end with a semicolon; nothing is no statement.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = x;
    z = y; ; w = z
    return x

#| nothing_between_semicolons.py:6:12: error: ';' starts no token [E0102]
#|         z = y; ; w = z
#|                ^
