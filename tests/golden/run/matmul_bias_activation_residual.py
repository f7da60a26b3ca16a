# test: run main(x=iota(2, 5), w=rand(normal,seed=1), b=iota(7), r=iota(2, 7))
# What fuses behind a matmul keeps its numbers.
@R.function
def main(x: R.Tensor((2, 5), "float32"), w: R.Tensor((7, 5), "float32"), b: R.Tensor((7,), "float32"), r: R.Tensor((2, 7), "float32")):
    with R.dataflow():
        t = R.permute_dims(w, [1, 0])
        m = R.matmul(x, t)
        s = R.add(m, b)
        g = R.nn.gelu(s)
        y = R.add(g, r)
        R.output(y)
    return y
