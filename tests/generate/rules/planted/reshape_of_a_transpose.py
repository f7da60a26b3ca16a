# Planted: the transpose in front of a reshape is dropped.
x, shape = wildcard(), wildcard()
pattern = is_op("relax.reshape")(is_op("relax.permute_dims")(x), shape)

def wrong(orig, matchings):
    return R.reshape(matchings[x], matchings[shape])

rewrite_call(pattern, wrong, mod)
