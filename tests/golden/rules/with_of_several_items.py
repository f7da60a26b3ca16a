# test: rules check
# The items of a `with` are entered in order, with or without a name, and left in reverse: what is drawn belongs to the last one.
with PatternContext(), PatternContext() as ctx:
    left, right = wildcard(), wildcard()
    product = is_op("relax.multiply")(left, right)
    left.same_shape_as(right)

def exchanged(matchings, bindings):
    return {matchings[product]: R.multiply(matchings[right], matchings[left])}

def never_called():
    with ctx as first, ctx, ctx as last: pass
    with ctx, ctx: pass
    return first, last
main = rewrite_bindings(ctx, exchanged, main)

#| exchanged: 64 programs compute the same before and after
