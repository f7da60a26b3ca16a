# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    R.func_ret_struct_info(R.Tensor(ndim=2))
    y = R.add(x, x)
    R.func_ret_value(R.add(y, y))

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|     y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
#|     gv1: R.Tensor((2, 3), dtype="float32") = R.add(y, y)
#|     return gv1
