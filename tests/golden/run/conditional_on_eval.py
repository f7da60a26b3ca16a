# test: run --engine=eval --input=x=iota(3) --input=c=bool=true
# test: run --engine=eval --input=x=iota(3) --input=c=bool=false
# The reference executor takes either branch.
@R.function
def main(x: R.Tensor((3,), "float32"), c: R.Tensor((), "bool")):
    if c:
        y = R.add(x, x)
    else:
        y = R.negative(x)
    return y

#| $ run --engine=eval --input=x=iota(3) --input=c=bool=true
#| [0. 2. 4.]
#| $ run --engine=eval --input=x=iota(3) --input=c=bool=false
#| [-0. -1. -2.]
