# Planted: a condition that should not be there.
x = wildcard()
gelu = is_op("relax.nn.gelu")(x)

def wrong(orig, matchings):
    return R.nn.relu(matchings[x])

rewrite_call(gelu, wrong, mod)
