# test: fails run main(x=ones, y=ones)
# The first is named; nothing is made of what comes after.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((5, 2), "float32")):
    p = R.nn.pad(y, pad_width=[0, 0, 1, 0], pad_mode="reflect")
    a = R.exp(x)
    b = R.reshape(a, R.shape([2, 3, 2]))
    c = R.matmul(p, b)
    return c

#| several_kernels_that_cannot_be_compiled.py:5:9: error: cannot compile R.nn.pad with pad_mode "reflect" [E0903]
#|         p = R.nn.pad(y, pad_width=[0, 0, 1, 0], pad_mode="reflect")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
