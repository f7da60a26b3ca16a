# test: rules check
# What the edges and the shapes of a context ask for is drawn.
with PatternContext() as ctx:
    left, right = wildcard(), wildcard()
    product = is_op("relax.multiply")(left, right)
    left.same_shape_as(right)
    total = is_op("relax.add")(wildcard(), wildcard(), add_constraint=False)
    product ^ total

def exchanged(matchings, bindings):
    if matchings[left].struct_info.shape != matchings[right].struct_info.shape:
        return {}
    return {matchings[product]: R.multiply(matchings[right], matchings[left])}
main = rewrite_bindings(ctx, exchanged, main)

#| exchanged: 64 programs compute the same before and after
