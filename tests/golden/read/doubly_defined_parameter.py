# test: fails check
# Two parameters of one name.
@R.function
def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
    return x

#| doubly_defined_parameter.py:4:40: error: two parameters are called 'x' [E0202]
#|     def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
#|                                            ^
#| doubly_defined_parameter.py:4:10: note: the first is here
#|     def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
#|              ^
