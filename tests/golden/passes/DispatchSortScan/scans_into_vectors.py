# test: opt --passes=DispatchSortScan
# Left alone: no cast changes how many numbers an element is.
@R.function
def main(y: R.Tensor((2, 4), "int32")):
    with R.dataflow():
        b = R.cumsum(y, axis=1, dtype="float32x4")
        R.output(b)
    return b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(y: R.Tensor((2, 4), dtype="int32")) -> R.Tensor((2, 4), dtype="float32x4"):
#|     with R.dataflow():
#|         b: R.Tensor((2, 4), dtype="float32x4") = R.cumsum(y, axis=1, dtype="float32x4", exclusive=False)
#|         R.output(b)
#|     return b
