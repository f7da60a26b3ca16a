# test: fmt
# A bool says that it is one: True alone is an integer where it is read.
@R.function
def main(x: R.Prim(value=T.bool(True))):
    a = R.prim_value(T.bool(False))
    b = R.prim_value(True)
    return (a, b)
