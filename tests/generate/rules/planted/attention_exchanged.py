# Planted: the value takes the place of the key.
q, k, v = wildcard(), wildcard(), wildcard()
pattern = is_op("relax.nn.attention")(q, k, v)

def wrong(orig, matchings):
    return R.nn.attention(matchings[q], matchings[v], matchings[v])

rewrite_call(pattern, wrong, mod)
