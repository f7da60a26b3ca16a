# test: fmt
# A string in third place can only be the mode.
@R.function
def main(x: R.Tensor((4, 4), "float32")):
    a = R.nn.pad(x, [0, 0, 1, 1], "reflect")
    b = R.nn.pad(x, [0, 0, 1, 1], "constant", 2.0)
    c = R.nn.pad(x, "edge", pad_width=[0, 0, 1, 1])
    d = R.nn.pad(x, [0, 0, 1, 1], 2.0, "constant")
    return (a, b, c, d)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 6), dtype="float32"), R.Tensor((4, 6), dtype="float32"), R.Tensor((4, 6), dtype="float32"), R.Tensor((4, 6), dtype="float32")):
#|     a: R.Tensor((4, 6), dtype="float32") = R.nn.pad(x, R.const(0, "int32"), pad_width=[0, 0, 1, 1], pad_mode="reflect")
#|     b: R.Tensor((4, 6), dtype="float32") = R.nn.pad(x, R.const(2.0, "float32"), pad_width=[0, 0, 1, 1], pad_mode="constant")
#|     c: R.Tensor((4, 6), dtype="float32") = R.nn.pad(x, R.const(0, "int32"), pad_width=[0, 0, 1, 1], pad_mode="edge")
#|     d: R.Tensor((4, 6), dtype="float32") = R.nn.pad(x, R.const(2.0, "float32"), pad_width=[0, 0, 1, 1], pad_mode="constant")
#|     return (a, b, c, d)
