# test: run --engine=eval --compare=jit --input=b='2xu16=31745 31745' --input=y='2xf16=0 1'
# The bits of a NaN that signals: its power of 0 is 1 all the same.
@R.function
def main(b: R.Tensor((2,), "uint16"), y: R.Tensor((2,), "float16")):
    x = R.memory.view(b, R.shape([2]), R.dtype("float16"), R.prim_value(0))
    z = R.power(x, y)
    return z

#| [ 1. nan]
