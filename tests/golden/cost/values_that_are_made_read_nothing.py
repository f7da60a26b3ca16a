# test: cost
# Of what a tensor is like nothing is read; a constant that is taken away is written so.
@R.function
def main(x: R.Tensor(("n", 8), "float32"), y: R.Tensor(("n - 5", 4), "float32")):
    a = R.ones_like(x)
    b = R.full_like(x, R.const(2.0, "float32"))
    c = R.add(y, y)
    return (a, b, c)

#| main, values_that_are_made_read_nothing.py:4
#|   line  binding  operator   operations          read      written  per byte
#|      5  a        ones_like           0             0       n * 32
#|      6  b        full_like           0             0       n * 32
#|      7  c        add        n * 4 - 20  n * 32 - 160  n * 16 - 80
#|                  sum        n * 4 - 20  n * 32 - 160  n * 80 - 80
#|   parameters n * 48 - 80 bytes
