# test: run --engine=jit --entry=unused '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=all_unused '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=used '--input=x=3xf32=[0 2 2]'
# test: run unused(x=iota(3))
# test: run used(x=iota(3))
# test: run --engine=jit --entry=sum '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=shape '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=field '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=branches '--input=x=3xf32=[0 2 2]' --input=c=bool=[1]
# test: run --engine=jit --entry=branches '--input=x=3xf32=[0 2 2]' --input=c=bool=[0]
# test: run --engine=jit --entry=local '--input=x=3xf32=[0 2 2]'
# test: run --engine=jit --entry=chain '--input=x=3xf32=[0 2 2]'
# A result whose size only the run finds is not computed where nobody mentions it, with what only it was made of.
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

@R.function
def sum(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    b = R.add(a, a)
    z = R.exp(R.multiply(x, R.const(0.0)))
    return z

@R.function
def shape(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    s = R.shape_of(a)
    return x

@R.function
def field(x: R.Tensor((3,), "float32")):
    a = R.unique(x, return_index=True)
    b = a[1]
    c = R.multiply(b, b)
    return x

@R.function
def branches(x: R.Tensor((3,), "float32"), c: R.Tensor((), "bool")):
    a = R.nonzero(x)
    if c:
        b = R.add(a, a)
        d = x
    else:
        e = R.multiply(a, a)
        d = R.add(x, x)
    return d

@R.function(pure=False)
def local(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    @R.function
    def f(y: R.Tensor((3,), "float32")):
        b = R.nonzero(y)
        c = R.add(a, b)
        return y
    r = f(x)
    return r

@R.function
def chain(x: R.Tensor((3,), "float32")):
    a = R.nonzero(x)
    b = R.add(a, a)
    c = R.nonzero(b)
    d = R.nonzero(c)
    return x

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
#| $ run --engine=jit --entry=sum '--input=x=3xf32=[0 2 2]'
#| [1. 1. 1.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ run --engine=jit --entry=shape '--input=x=3xf32=[0 2 2]'
#| [0. 2. 2.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ run --engine=jit --entry=field '--input=x=3xf32=[0 2 2]'
#| [0. 2. 2.]
#| remark: the JIT does not compile R.unique: eval computed it
#| $ run --engine=jit --entry=branches '--input=x=3xf32=[0 2 2]' --input=c=bool=[1]
#| [0. 2. 2.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ run --engine=jit --entry=branches '--input=x=3xf32=[0 2 2]' --input=c=bool=[0]
#| [0. 4. 4.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ run --engine=jit --entry=local '--input=x=3xf32=[0 2 2]'
#| [0. 2. 2.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ run --engine=jit --entry=chain '--input=x=3xf32=[0 2 2]'
#| [0. 2. 2.]
#| remark: the JIT does not compile R.nonzero: eval computed it
