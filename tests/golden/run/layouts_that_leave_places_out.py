# test: run --fill=iota --compare=eval
# What no element goes to is 0.
@R.function
def main(x: R.Tensor((4,), "float32"), y: R.Tensor((6,), "int32")):
    a = R.layout_transform(x, index_map=lambda i: (i, i // 2))
    b = R.layout_transform(x, index_map=lambda i: (i, i))
    c = R.layout_transform(y, index_map=lambda i: (i // 2, i % 2, i // 2))
    d = R.layout_transform(y, index_map=lambda i: (i // 3, 0, i % 3))
    return (a, b, c, d)

#| ([[0. 0.]
#|   [1. 0.]
#|   [0. 2.]
#|   [0. 3.]],
#|  [[0. 0. 0. 0.]
#|   [0. 1. 0. 0.]
#|   [0. 0. 2. 0.]
#|   [0. 0. 0. 3.]],
#|  [[[0 0 0]
#|    [1 0 0]]
#|
#|   [[0 2 0]
#|    [0 3 0]]
#|
#|   [[0 0 4]
#|    [0 0 5]]],
#|  [[[0 1 2]]
#|
#|   [[3 4 5]]])
#| remark: the JIT does not compile R.layout_transform of these operands: eval computed it
