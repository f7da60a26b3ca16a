# test: run --fill=ones --compare=eval
# R.nn.pad with this mode is left to eval; what comes after is compiled.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((5, 2), "float32")):
    p = R.nn.pad(y, pad_width=[0, 0, 1, 0], pad_mode="reflect")
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
#| remark: the JIT does not compile R.nn.pad with pad_mode "reflect": eval computed it
