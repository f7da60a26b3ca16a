# test: run --fill=iota
# The remainder by 5 has five values, whatever the tensor has.
@R.function
def main(x: R.Tensor((3,), "float32"), y: R.Tensor((2, 3), "float32")):
    a = R.layout_transform(x, index_map=lambda i: (i % 5,), pad_value=-1.0)
    b = R.layout_transform(y, index_map=lambda i, j: (j // 2, i, j % 2), pad_value=9.0)
    return (a, b)

#| ([ 0.  1.  2. -1. -1.],
#|  [[[0. 1.]
#|    [3. 4.]]
#|
#|   [[2. 9.]
#|    [5. 9.]]])
#| remark: the JIT does not compile R.layout_transform of these operands: eval computed it
