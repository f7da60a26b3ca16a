# test: opt --passes=DecomposeOpsForInference
# Also in a branch.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(t: R.Tensor((3,), "int64"), c: R.Tensor((), "bool"), x: R.Tensor((4,), "float32")) -> R.Tensor(dtype="float32"):
    s = R.tensor_to_shape(t)
    if c:
        l: R.Tensor((1,), "int64") = R.const([4], "int64")
        u = R.tensor_to_shape(l)
        y = R.reshape(x, u)
    else:
        y = R.reshape(x, s)
    return y

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(t: R.Tensor((3,), dtype="int64"), c: R.Tensor((), dtype="bool"), x: R.Tensor((4,), dtype="float32")) -> R.Tensor(dtype="float32"):
#|     x_1 = T.int64()
#|     x_2 = T.int64()
#|     x_3 = T.int64()
#|     x_4 = T.int64()
#|     gv: R.Shape(ndim=3) = R.call_pure_packed("vm.builtin.tensor_to_shape", t, sinfo_args=(R.Shape(ndim=3),))
#|     y: R.Shape([x_1, x_2, x_3]) = R.match_cast(gv, R.Shape([x_1, x_2, x_3]))
#|     s: R.Shape([x_1, x_2, x_3]) = R.shape([x_1, x_2, x_3])
#|     if c:
#|         l: R.Tensor((1,), dtype="int64") = R.const([4], "int64")
#|         gv1: R.Shape(ndim=1) = R.call_pure_packed("vm.builtin.tensor_to_shape", l, sinfo_args=(R.Shape(ndim=1),))
#|         y_2: R.Shape([x_4]) = R.match_cast(gv1, R.Shape([x_4]))
#|         u: R.Shape([x_4]) = R.shape([x_4])
#|         y_then: R.Tensor((x_4,), dtype="float32") = R.reshape(x, u)
#|         y_1: R.Tensor(dtype="float32") = y_then
#|     else:
#|         y_else: R.Tensor((x_1, x_2, x_3), dtype="float32") = R.reshape(x, s)
#|         y_1: R.Tensor(dtype="float32") = y_else
#|     return y_1
