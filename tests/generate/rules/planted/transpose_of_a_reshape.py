# Planted: the transpose behind a reshape is dropped.
x = wildcard()
pattern = is_op("relax.permute_dims")(is_op("relax.reshape")(x, wildcard()))

def wrong(orig, matchings):
    return R.reshape(matchings[x], orig.struct_info.shape)

rewrite_call(pattern, wrong, mod)
