# test: run --input=x=6xi64='[3 1 3 2 1 3]' --input=y=2x3xf32='[0 5 0][7 0 1]' --input=s=2xi64='[2 3]' --input=b=2xi64='[0 1]' --input=e=2xi64='[2 3]' --input=t=2xi64='[1 1]'
@R.function
def main(x: R.Tensor((6,), "int64"), y: R.Tensor((2, 3), "float32"), s: R.Tensor((2,), "int64"), b: R.Tensor((2,), "int64"), e: R.Tensor((2,), "int64"), t: R.Tensor((2,), "int64")):
    values = R.unique(x, sorted=True)
    places = R.nonzero(y)
    part = R.dynamic_strided_slice(y, b, e, t)
    shape = R.tensor_to_shape(s)
    return (values, places, part, shape)

#| ([1 2 3],
#|  [[0 1 1]
#|   [1 0 2]],
#|  [[5. 0.]
#|   [0. 1.]],
#|  R.shape([2, 3]))
#| remark: the JIT does not compile R.dynamic_strided_slice, R.unique, R.nonzero: eval computed them
