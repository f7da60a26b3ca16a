# test: opt --no-meta --passes=FoldConstant
# The constant has a dtype where its binding had none, and so has what the function returns.
@R.function
def main() -> R.Tensor((2, 3)):
    with R.dataflow():
        a = R.full(R.shape([2, 3]), R.const(1.0, "float32"), dtype="float32")
        b: R.Tensor((2, 3)) = R.add(a, a)
        R.output(b)
    return b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tensor((2, 3), dtype="float32"):
#|     return metadata["relax.expr.Constant"][0]
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| what_a_function_returns_is_refined.py:7:31: warning: the text leaves out the constant here; it cannot be read back [W0105]
#|             b: R.Tensor((2, 3)) = R.add(a, a)
#|                                   ^~~~~~~~~~~
