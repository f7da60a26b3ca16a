# test: run --input=y=1x3x1xf32='[nan][1][1]' --input=w=1x3x1xf32=ones
# test: run --engine=eval --input=y=1x3x1xf32='[nan][1][1]' --input=w=1x3x1xf32=ones
# What is not 0 is True, also what is no number; and of bools an odd number is.
@R.function
def main(y: R.Tensor((1, 3, 1), "float32"), w: R.Tensor((1, 3, 1), "float32")):
    a = R.nn.conv1d(y, w, out_dtype="bool")
    return a

#| $ run --input=y=1x3x1xf32='[nan][1][1]' --input=w=1x3x1xf32=ones
#| [[[ True]]]
#| remark: the JIT does not compile R.nn.conv1d of these operands: eval computed it
#| $ run --engine=eval --input=y=1x3x1xf32='[nan][1][1]' --input=w=1x3x1xf32=ones
#| [[[ True]]]
