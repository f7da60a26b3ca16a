# Planted: right but for sums.
x = wildcard()
silu = is_op("relax.nn.silu")(x)
a, b = wildcard(), wildcard()
of_sum = is_op("relax.nn.silu")(is_op("relax.add")(a, b))

def wrong(orig, matchings):
    s = R.add(matchings[a], matchings[b])
    return R.multiply(s, R.sigmoid(matchings[a]))

def right(orig, matchings):
    return R.multiply(matchings[x], R.sigmoid(matchings[x]))

rewrite_call(of_sum, wrong, mod)
rewrite_call(silu, right, mod)
