# test: fmt
# TVM's importer of ONNX prints them, and Python cannot read them. What begins a number stays one.
@T.prim_func
def 0_kernel(1_a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
    for i in range(2):
        b[i] = 1_a[i] + T.float32(1e5)


@R.function
def main(x: R.Tensor((2,), "float32"), 1_weight: R.Tensor((2,), "float32"), _2_bias: R.Tensor((2,), "float32")):
    2_bias: R.Tensor((2,), "float32") = R.add(1_weight, _2_bias)
    y = R.add(x1=x, x2=2_bias)
    z = R.add(y, R.const(1_000.0_1, "float32"))
    s = R.shape([0x1f, 0x_a_b, 1_000, 0b1_1, 1_0])
    w = R.ones(1_weight.struct_info.shape, "float32")
    return (z, s, w)

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def _0_kernel(_1_a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
#|     for i in range(2):
#|         b[i] = _1_a[i] + T.float32(100000.0)
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32"), _1_weight: R.Tensor((2,), dtype="float32"), _2_bias: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Shape([31, 171, 1000, 3, 10]), R.Tensor((2,), dtype="float32")):
#|     __2_bias: R.Tensor((2,), dtype="float32") = R.add(_1_weight, _2_bias)
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, __2_bias)
#|     z: R.Tensor((2,), dtype="float32") = R.add(y, R.const(1000.010009765625, "float32"))
#|     s: R.Shape([31, 171, 1000, 3, 10]) = R.shape([31, 171, 1000, 3, 10])
#|     w: R.Tensor((2,), dtype="float32") = R.ones(R.shape([2]), dtype="float32")
#|     return (z, s, w)
#| names_that_begin_with_a_digit.py:4:5: warning: Python cannot read the name '0_kernel'; it is read as '_0_kernel' [W0106]
#|     def 0_kernel(1_a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
#|         ^~~~~~~~
#| names_that_begin_with_a_digit.py:4:14: warning: Python cannot read the name '1_a'; it is read as '_1_a' [W0106]
#|     def 0_kernel(1_a: T.Buffer((2,), "float32"), b: T.Buffer((2,), "float32")):
#|                  ^~~
#| names_that_begin_with_a_digit.py:10:40: warning: Python cannot read the name '1_weight'; it is read as '_1_weight' [W0106]
#|     def main(x: R.Tensor((2,), "float32"), 1_weight: R.Tensor((2,), "float32"), _2_bias: R.Tensor((2,), "float32")):
#|                                            ^~~~~~~~
#| names_that_begin_with_a_digit.py:11:5: warning: Python cannot read the name '2_bias'; it is read as '__2_bias' [W0106]
#|         2_bias: R.Tensor((2,), "float32") = R.add(1_weight, _2_bias)
#|         ^~~~~~
