# test: run --dump=kernels --fill=ones
@R.function
def main(q: R.Tensor((1, 4, 2, 8), "float32"), k: R.Tensor((1, 6, 2, 8), "float32"), v: R.Tensor((1, 6, 2, 8), "float32")):
    with R.dataflow():
        out = R.nn.attention(q, k, v, causal_mask="BottomRight")
        R.output(out)
    return out
