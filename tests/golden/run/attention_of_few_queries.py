# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=rand(normal,seed=3), b=rand(normal,seed=4))
# A few tokens at once: three queries of three heads are nine rows for each head of K and V, one of them without a
# partner; the keys are more than a piece. The last queries do not see the same keys; of the first causal mask the
# first query sees one key alone.
@R.function
def main(q: R.Tensor((1, 3, 6, 5), "float32"), k: R.Tensor((1, 1100, 2, 5), "float32"), v: R.Tensor((1, 1100, 2, 3), "float32"), b: R.Tensor((1, 1, 3, 1100), "float32")):
    with R.dataflow():
        a = R.nn.attention(q, k, v, b)
        c = R.nn.attention(q, k, v, causal_mask="TopLeft")
        d = R.nn.attention(q, k, v, causal_mask="BottomRight")
        e = R.nn.attention(q, k, v, R.log(R.nn.relu(b)))
        both = R.stack([a, c, d, e])
        out = R.astype(R.sum(both, axis=[3]), "float16")
        R.output(out)
    return out

#| [[[[-3.5550e-01 -1.0345e-01 -5.3220e-02]
#|    [-6.8600e-02 -1.5700e-01  6.1800e-01]
#|    [ 7.8740e-02  2.2770e-01 -2.2370e-03]]]
#|
#|
#|  [[[ 2.0400e+00 -2.4000e+00 -6.1960e-01]
#|    [-1.8210e+00 -5.0700e+00  3.4900e+00]
#|    [-2.7870e+00 -1.3950e+00  2.5720e+00]]]
#|
#|
#|  [[[ 7.0000e-02  2.8050e-01 -1.5010e-01]
#|    [ 3.3230e-02  2.4560e-04  3.8060e-02]
#|    [ 1.8900e-01  3.4300e-01 -4.1560e-02]]]
#|
#|
#|  [[[-3.8160e-01 -1.9450e-02  4.8770e-02]
#|    [-8.2760e-02 -3.6080e-01  8.0270e-01]
#|    [-1.7260e-01  2.5540e-03  1.5530e-01]]]]
