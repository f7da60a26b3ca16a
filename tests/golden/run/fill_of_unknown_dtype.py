# test: run --fill=iota
# test: fails run --input=x=iota --fill=iota
# What a fill makes is float32 where nothing says a dtype; a value that is given says its own.
@R.function
def main(x: R.Tensor((2, 2)), y: R.Tensor((2,))):
    z = R.add(x, y)
    return z

#| $ run --fill=iota
#| [[0. 2.]
#|  [2. 4.]]
#| $ fails run --input=x=iota --fill=iota
#| hammock: error: parameter 'x' of R.Tensor((2, 2)): 'iota' does not say the dtype; write it before, as in 2x3xf32=iota
