# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=full(2))
# Aligned to the bottom right, the first queries of more than there are keys see none: their result is 0.
@R.function
def main(q: R.Tensor((1, 5, 1, 2), "float32"), k: R.Tensor((1, 2, 1, 2), "float32"), v: R.Tensor((1, 2, 1, 3), "float32")):
    z = R.nn.attention(q, k, v, causal_mask="BottomRight")
    return z

#| [[[[0. 0. 0.]]
#|
#|   [[0. 0. 0.]]
#|
#|   [[0. 0. 0.]]
#|
#|   [[2. 2. 2.]]
#|
#|   [[2. 2. 2.]]]]
