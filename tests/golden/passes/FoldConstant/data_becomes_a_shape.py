# test: opt --passes=FoldConstant
# A shape that is computed from constants is known, and so is the result of the reshape.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((256,), "float32")):
    with R.dataflow():
        a = R.multiply(R.const([8, 4], "int64"), R.const([2, 4], "int64"))
        s = R.tensor_to_shape(a)
        y = R.reshape(x, s)
        R.output(s, y)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((256,), dtype="float32")) -> R.Tensor((16, 16), dtype="float32"):
#|     with R.dataflow():
#|         y: R.Tensor((16, 16), dtype="float32") = R.reshape(x, R.shape([16, 16]))
#|         R.output(y)
#|     return y
