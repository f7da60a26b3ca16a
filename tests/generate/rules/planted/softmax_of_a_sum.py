# Planted: a term is taken out of a softmax.
x, c = wildcard(), wildcard()
pattern = is_op("relax.nn.softmax")(is_op("relax.add")(x, c))

def wrong(orig, matchings):
    return R.add(R.nn.softmax(matchings[x]), matchings[c])

rewrite_call(pattern, wrong, mod)
