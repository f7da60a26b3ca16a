# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3, 8), "float32"), w: R.Tensor((8, 16), "float32"), b: R.Tensor((16,), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.add(y, b)
        out = R.nn.gelu(z)
        R.output(out)
    return out
