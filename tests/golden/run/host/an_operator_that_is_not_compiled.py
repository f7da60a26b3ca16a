# test: run --fill=ones --compare=eval
# A mean of so many elements and of padding is left to eval; what comes after is compiled.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((1, 5, 158), "float32")):
    p = R.nn.avg_pool1d(y, [157], padding=[1, 0])
    a = R.exp(x)
    b = R.reshape(a, R.shape([2, 3, 2]))
    c = R.matmul(p, b)
    return c

#| [[[8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]]
#|
#|  [[8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]
#|   [8.154845 8.154845]]]
#| remark: the JIT does not compile R.nn.avg_pool1d with a window of more than 144 elements: eval computed it
