# test: opt --verify-roundtrip --passes=TopologicalSort
# What gives an index map its dims stays before it.
@R.function
def main(x: R.Tensor((2, 3), "float32"), s: R.Shape(ndim=1)):
    n = T.int64()
    with R.dataflow():
        _ = R.match_cast(s, R.Shape([n]))
        y = R.layout_transform(x, index_map=lambda i, j: (j, i + T.min(n, 0)))
        z: R.Tensor(dtype="float32", ndim=2) = y
        R.output(z)
    return z

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Shape(ndim=1)) -> R.Tensor((3, 2), dtype="float32"):
#|     n = T.int64()
#|     with R.dataflow():
#|         _: R.Shape([n]) = R.match_cast(s, R.Shape([n]))
#|         y: R.Tensor((3, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i + T.min(n, 0))), pad_value=None, axis_separators=[], input_axis_separators=[])
#|         z: R.Tensor((3, 2), dtype="float32") = y
#|         R.output(z)
#|     return z
