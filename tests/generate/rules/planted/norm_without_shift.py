# Planted: the scale of a norm takes the place of its shift.
x, g, b = wildcard(), wildcard(), wildcard()
pattern = is_op("relax.nn.group_norm")(x, g, b)

def wrong(orig, matchings):
    return relax.Call(orig.op, [matchings[x], matchings[g], matchings[g]], orig.attrs)

rewrite_call(pattern, wrong, mod)
