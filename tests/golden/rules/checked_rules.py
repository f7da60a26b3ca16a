# test: rules check --allow-untried
# Rules that hold; what a pattern does not look at is a warning, and a rule that never applies is told apart.
x, y, z = wildcard(), wildcard(), wildcard()

def distribute(orig, matchings):
    return R.add(R.multiply(matchings[x], matchings[z]), R.multiply(matchings[y], matchings[z]))
main = rewrite_call(is_op("relax.multiply")(is_op("relax.add")(x, y), z), distribute, main)

inner = is_op("relax.permute_dims")(x).has_attr({"axes": [0, 2, 1, 3]})
def twice_swapped(orig, matchings):
    return matchings[x]
main = rewrite_call(is_op("relax.permute_dims")(inner).has_attr({"axes": [0, 2, 1, 3]}), twice_swapped, main)

def never(orig, matchings):
    return orig
main = rewrite_call(is_op("relax.nn.softmax")(x), never, main)

with PatternContext() as ctx:
    left, a, b = is_op("relax.matmul")(x, y), is_op("relax.matmul")(x, z), None

def together(matchings, bindings):
    wide = R.matmul(matchings[x], R.concat([matchings[y], matchings[z]], axis=1))
    if len(matchings[y].struct_info.shape) != 2 or len(matchings[z].struct_info.shape) != 2:
        return {}
    parts = R.split(wide, [matchings[y].struct_info.shape[1]], axis=-1)
    return {matchings[left]: parts[0], matchings[a]: parts[1]}
main = rewrite_bindings(ctx, together, main)

#| distribute: 64 programs compute the same before and after
#| twice_swapped: 64 programs compute the same before and after
#| never: not tried: it left alone all of 3505 programs that its pattern allows
#| together: 64 programs compute the same before and after
#| checked_rules.py:16:21: warning: rule 'never' matches R.nn.softmax whatever 'axis' is [W0103]
#|     main = rewrite_call(is_op("relax.nn.softmax")(x), never, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
