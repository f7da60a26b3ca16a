# test: opt --passes=LegalizeOps
# A tensor without axes has no layout: the call stays.
@R.function
def main(x: R.Tensor((), "float32")):
    y = R.layout_transform(x, index_map=lambda: (0,))
    return y

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((), dtype="float32")) -> R.Tensor((1,), dtype="float32"):
#|     y: R.Tensor((1,), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda: (0,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     return y
