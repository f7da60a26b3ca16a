# test: fmt
# R.TupleGetItem takes its arguments by the names of TVM's constructor.
@R.function
def main(t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))):
    a = R.TupleGetItem(tuple_value=t, index=1)
    b = R.TupleGetItem(t, 0)
    return a, b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((3,), dtype="float32"))) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((2,), dtype="float32")):
#|     a: R.Tensor((3,), dtype="float32") = t[1]
#|     b: R.Tensor((2,), dtype="float32") = t[0]
#|     return (a, b)
