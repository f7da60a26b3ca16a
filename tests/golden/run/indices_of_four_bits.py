# test: run --input=x=iota --input=i=2xi4=[3,1] --input=u=2xu4=[2,0]
@R.function
def main(x: R.Tensor((4,), "int64"), i: R.Tensor((2,), "int4"), u: R.Tensor((2,), "uint4")):
    z = R.scatter_elements(x, i, R.take(x, u, axis=0))
    return z

#| [0 0 2 2]
#| remark: the JIT does not compile R.take (tensors of dtype uint4): eval computed it
