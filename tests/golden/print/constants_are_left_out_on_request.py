# test: fmt --no-meta
# TVM's default text: a warning says that the constants are gone.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, R.const([1.5, 2.5], "float32"))
    z = R.maximum(R.astype(y, "uint8"), R.const(1, "uint8"))
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="uint8"):
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])
#|     gv1: R.Tensor((2,), dtype="uint8") = R.astype(y, dtype="uint8")
#|     z: R.Tensor((2,), dtype="uint8") = R.maximum(gv1, metadata["relax.expr.Constant"][1])
#|     return z
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| constants_are_left_out_on_request.py:5:18: warning: the text leaves out the constant here, and in 1 more place; it cannot be read back [W0105]
#|         y = R.add(x, R.const([1.5, 2.5], "float32"))
#|                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
