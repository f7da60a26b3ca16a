# Planted: two operators are reordered that may not be.
x, y = wildcard(), wildcard()
pattern = is_op("relax.nn.relu")(is_op("relax.add")(x, y))

def wrong(orig, matchings):
    return R.add(R.nn.relu(matchings[x]), matchings[y])

rewrite_call(pattern, wrong, mod)
