# test: run main(x=iota(6))
# A part begins where the one before ends, also where that is empty.
@R.function
def main(x: R.Tensor(("n",), "float32")):
    a = R.split(x, [4, 2, 9], axis=0)
    return a

#| ([0. 1. 2. 3.],
#|  [],
#|  [2. 3. 4. 5.],
#|  [])
