# test: run --dim=n=1..161:40 --fill=rand(normal,seed=5)
# A query sees the last keys up to its own: few, none, or more than there are; a single query, too.
@R.function
def main(q: R.Tensor((2, "n", 4, 8), "float32"), k: R.Tensor((2, "2 * n + 1", 2, 8), "float32"), b: R.Tensor((1, 1, 1, "2 * n + 1"), "float32"), one: R.Tensor((2, 1, 4, 8), "float32")):
    with R.dataflow():
        top = R.nn.attention(q, k, k, causal_mask="TopLeft", window_size=5)
        bottom = R.nn.attention(q, k, k, causal_mask="BottomRight", window_size=33)
        biased = R.nn.attention(q, k, k, b, scale=T.float32(0.5), causal_mask="BottomRight", window_size=7)
        all_of_them = R.nn.attention(q, k, k, causal_mask="BottomRight", window_size=4000)
        none = R.nn.attention(q, k, k, causal_mask="BottomRight", window_size=0)
        last = R.nn.attention(one, k, k, b, causal_mask="BottomRight", window_size=9)
        first = R.nn.attention(one, k, k, b, causal_mask="TopLeft", window_size=9)
        q2 = R.strided_slice(q, axes=[2], begin=[0], end=[2])
        beyond = R.nn.attention(k, q2, q2, causal_mask="TopLeft", window_size=3)
        R.output(top, bottom, biased, all_of_them, none, last, first, beyond)
    return (top, bottom, biased, all_of_them, none, last, first, beyond)

#| n=1: agrees
#| n=41: agrees
#| n=81: agrees
#| n=121: agrees
#| n=161: agrees
#| 5 of 5 sizes agree
