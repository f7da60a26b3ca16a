# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=rand(normal,seed=3), b=rand(normal,seed=4))
# No mask, both causal masks, a scale, a bias.
@R.function
def main(q: R.Tensor((1, 3, 2, 4), "float32"), k: R.Tensor((1, 4, 2, 4), "float32"), v: R.Tensor((1, 4, 2, 4), "float32"), b: R.Tensor((1, 2, 3, 4), "float32")):
    with R.dataflow():
        a = R.nn.attention(q, k, v)
        c = R.nn.attention(q, k, v, causal_mask="TopLeft")
        d = R.nn.attention(q, k, v, causal_mask="BottomRight")
        e = R.nn.attention(q, k, v, b, scale=0.25)
        R.output(a, c, d, e)
    return (a, c, d, e)
