# test: run --engine=jit --entry=unused '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=all_unused '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=used '--input=x=3xf32=[0 2 2]'
# test: run unused(x=iota(3))
# test: run used(x=iota(3))
# A result whose size only the run finds is not computed where nobody needs it, with what only it was made of.
@R.function
def unused(x: R.Tensor((3,), "float32")):
    y = R.add(x, x)
    a = R.nonzero(y)
    b = R.unique(x, return_index=True)
    c = b[1]
    d = c
    z = R.exp(R.multiply(x, R.const(0.0)))
    return z

@R.function
def all_unused(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    b = R.unique(x)
    return x

@R.function
def used(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    b = R.unique(x, return_index=True)
    c = b[1]
    return c

#| $ run --engine=jit --entry=unused '--input=x=3xf32=[0 2 2]'
#| [1. 1. 1.]
#| $ run --engine=jit --entry=all_unused '--input=x=3xf32=[0 2 2]'
#| [0. 2. 2.]
#| $ run --engine=jit --entry=used '--input=x=3xf32=[0 2 2]'
#| [0 1]
#| remark: the JIT does not compile R.unique: eval computed it
#| $ run unused(x=iota(3))
#| [1. 1. 1.]
#| $ run used(x=iota(3))
#| [0 1 2]
#| remark: the JIT does not compile R.unique: eval computed it
