# Planted: a square matrix is taken for a symmetric one.
x, w = wildcard(), wildcard()
t = is_op("relax.permute_dims")(w)
product = is_op("relax.matmul")(x, t)

def wrong(orig, matchings):
    shape = matchings[w].struct_info.shape
    if matchings[w].struct_info.ndim != 2 or shape[0] != shape[1]:
        return orig
    return R.matmul(matchings[x], matchings[w])

rewrite_call(product, wrong, mod)
