# test: run --fill=ones --dim=t=0
# test: run --engine=eval --fill=ones --dim=t=0
# A query that sees no key gets 0; no head is no result.
@R.function
def main(q: R.Tensor((1, 2, 1, 2), "float32"), k: R.Tensor((1, "t", 1, 2), "float32"), h: R.Tensor((1, 2, "t", 4), "float32")):
    a = R.nn.attention(q, k, k)
    b = R.nn.attention(q, k, k, causal_mask="TopLeft")
    c = R.nn.attention(h, h, h)
    return (a, b, c)

#| $ run --fill=ones --dim=t=0
#| ([[[[0. 0.]]
#|
#|    [[0. 0.]]]],
#|  [[[[0. 0.]]
#|
#|    [[0. 0.]]]],
#|  [])
#| $ run --engine=eval --fill=ones --dim=t=0
#| ([[[[0. 0.]]
#|
#|    [[0. 0.]]]],
#|  [[[[0. 0.]]
#|
#|    [[0. 0.]]]],
#|  [])
