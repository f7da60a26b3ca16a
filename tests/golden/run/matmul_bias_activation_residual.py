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

#| [[14.370865  13.1944275  8.876211   8.804949  17.737421   4.8913183
#|   12.438405 ]
#|  [47.32214   47.214634  28.566748  21.994316  43.63164   12.
#|   23.33635  ]]
