# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=rand(normal,seed=3), b=rand(normal,seed=4))
# A decoder's step: one query. Two heads share keys, sizes are odd, a mask hides about half of the keys; the causal mask
# of the first query hides all but the first key, that of the last none.
@R.function
def main(q: R.Tensor((1, 1, 2, 3), "float16"), k: R.Tensor((1, 19, 1, 3), "float16"), v: R.Tensor((1, 19, 1, 2), "float16"), b: R.Tensor((1, 2, 1, 19), "float16")):
    with R.dataflow():
        a = R.nn.attention(q, k, v, b)
        c = R.nn.attention(q, k, v, causal_mask="TopLeft")
        d = R.nn.attention(q, k, v, causal_mask="BottomRight")
        e = R.nn.attention(q, k, v, R.log(R.nn.relu(b)))
        R.output(a, c, d, e)
    return (a, c, d, e)

#| ([[[[-1.13    0.924 ]
#|     [ 0.0216 -0.2556]]]],
#|  [[[[-0.1543 -0.765 ]
#|     [-0.1543 -0.765 ]]]],
#|  [[[[-0.896    0.606  ]
#|     [-0.10815 -0.3733 ]]]],
#|  [[[[-1.234   1.048 ]
#|     [ 0.344  -0.3203]]]])
