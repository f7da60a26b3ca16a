# test: run --dim=n=90..260:85 --fill=rand(normal,seed=5)
# Sequences one after the other: of several lengths, without queries, without keys; rows before and behind all of them.
# A short one is a thread's, a long one that of all.
@R.function
def main(q: R.Tensor((1, "n", 4, 8), "float32"), k: R.Tensor((1, "n + 3", 2, 8), "float32"), v: R.Tensor((1, "n + 3", 2, 5), "float32"), h: R.Tensor((1, 4, "n", 16), "float16"), l: R.Tensor((1, 700, 1, 8), "float32"), m: R.Tensor((), "int32")):
    with R.dataflow():
        starts = R.const([0, 1, 1, 50, 90], "int32")
        all_of = R.nn.attention_var_len(q, k, v, starts, starts, m, m)
        s = R.const([2, 30, 40, 41, 90], "int64")
        t = R.const([0, 60, 60, 70, 93], "int64")
        pairs = R.nn.attention_var_len(q, k, v, s, t, m, m, scale=0.5)
        top = R.nn.attention_var_len(q, k, v, s, t, m, m, causal_mask="TopLeft")
        bottom = R.nn.attention_var_len(q, k, v, s, t, m, m, causal_mask="BottomRight")
        window = R.nn.attention_var_len(q, k, v, s, t, m, m, causal_mask="BottomRight", window_size=9)
        none = R.nn.attention_var_len(q, k, v, s, t, m, m, causal_mask="TopLeft", window_size=0)
        turned = R.permute_dims(h, axes=[0, 2, 1, 3])
        halves = R.permute_dims(R.nn.attention_var_len(turned, turned, turned, starts, starts, m, m), axes=[0, 2, 1, 3])
        alone = R.nn.attention_var_len(q, k, v, R.const([7], "int32"), R.const([7], "int32"), m, m)
        u = R.const([0, 5, 600, 600, 690], "int64")
        long = R.nn.attention_var_len(l, l, l, u, u, m, m, causal_mask="BottomRight")
        R.output(all_of, pairs, top, bottom, window, none, halves, alone, long)
    return (all_of, pairs, top, bottom, window, none, halves, alone, long)

#| n=90: agrees
#| n=175: agrees
#| n=260: agrees
#| 3 of 3 sizes agree
