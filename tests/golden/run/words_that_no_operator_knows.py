# test: fails run --fill=ones
# test: fails run --engine=eval --fill=ones
# TVM's types accept the mode, and so does `check`; a run refuses it, also where nobody uses the result.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        unused = R.nn.pad(x, (1, 1, 1, 1), pad_mode="symmetrical")
        y = R.negative(x)
        R.output(y)
    return y

#| $ fails run --fill=ones
#| words_that_no_operator_knows.py:7:18: error: R.nn.pad: pad_mode must be "constant", "reflect", "edge", "replicate" or "circular", found "symmetrical" [E0701]
#|             unused = R.nn.pad(x, (1, 1, 1, 1), pad_mode="symmetrical")
#|                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones
#| words_that_no_operator_knows.py:7:18: error: R.nn.pad: pad_mode must be "constant", "reflect", "edge", "replicate" or "circular", found "symmetrical" [E0701]
#|             unused = R.nn.pad(x, (1, 1, 1, 1), pad_mode="symmetrical")
#|                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
