# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    R.func_ret_struct_info(R.Tensor(ndim=2))
    y = R.add(x, x)
    R.func_ret_value(R.add(y, y))
