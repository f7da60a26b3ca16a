# test: rules check
# What the pattern does not look at, but the rewriter does, is no reason for a warning.
x = wildcard()
inner = is_op("relax.permute_dims")(x)
outer = is_op("relax.permute_dims")(inner)

def order(call):
    axes = call.attrs.axes
    return axes if axes is not None else list(range(call.struct_info.ndim))[::-1]

def compose(orig, matchings):
    first, second = order(matchings[inner]), order(orig)
    return R.permute_dims(matchings[x], axes=[first[axis] for axis in second])
rewrite_call(outer, compose, mod)

softmax = is_op("relax.nn.softmax")(is_op("relax.nn.relu")(x))
def relu_of_softmax(orig, matchings):
    return R.nn.relu(relax.Call(orig.op, [R.nn.relu(matchings[x])], orig.attrs))
rewrite_call(softmax, relu_of_softmax, mod)

#| compose: 64 programs compute the same before and after
#| relu_of_softmax: 64 programs compute the same before and after
