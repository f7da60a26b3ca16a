# Planted: the sign of the middle operand is lost.
x, y, z = wildcard(), wildcard(), wildcard()
pattern = is_op("relax.add")(is_op("relax.add")(x, y), z)

def wrong(orig, matchings):
    return R.subtract(R.add(matchings[x], matchings[z]), matchings[y])

rewrite_call(pattern, wrong, mod)
