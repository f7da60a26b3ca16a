# test: run --engine=eval --fill=ones --dim=n=3 --dim=m=4
# What inference counts below zero is empty.
@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
    n = T.int64()
    m = T.int64()
    a = R.arange(R.prim_value(0), R.prim_value(n - m), R.prim_value(1), dtype="int64")
    b = R.add(a, R.ones((n - m,), "int64"))
    return b

#| []
