# Planted: the bias of a product is lost.
x, w, b = wildcard(), wildcard(), wildcard()
product = is_op("relax.matmul")(x, w)
pattern = is_op("relax.add")(product, b)

def wrong(orig, matchings):
    if matchings[b].struct_info.ndim != 1:
        return orig
    return R.matmul(matchings[x], matchings[w])

rewrite_call(pattern, wrong, mod)
