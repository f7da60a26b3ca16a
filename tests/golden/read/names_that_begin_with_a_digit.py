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
