# The attention of a transformer in one operator, where it is one: the heads in the second place, the scale a scalar.
from tvm.script import relax as R
from tvm.relax.dpl import *

def transposed(tensor, axes):
    return is_op("relax.permute_dims")(tensor).has_attr({"axes": axes})

def heads_in_front(tensor):  # (batch, sequence, heads, size) to (batch * heads, sequence, size)
    return is_op("relax.reshape")(transposed(tensor, [0, 2, 1, 3]), wildcard())

query, key, value, scale = wildcard(), wildcard(), wildcard(), is_const()
q, k, v = heads_in_front(query), heads_in_front(key), heads_in_front(value)

scores = is_op("relax.multiply")(is_op("relax.matmul")(q, transposed(k, [0, 2, 1])), scale)
weights = is_op("relax.nn.softmax")(scores).has_attr({"axis": -1})
heads = is_op("relax.reshape")(is_op("relax.matmul")(weights, v), wildcard())
pattern = transposed(heads, [0, 2, 1, 3])

def attention(orig, matchings):
    for whole, split in ((query, q), (key, k), (value, v)):
        shape = matchings[whole].struct_info.shape
        if shape is None or len(shape) != 4:
            return orig
        batch, sequence, count, size = shape
        if matchings[split].struct_info.shape != (batch * count, sequence, size):
            return orig
    batch, sequence, count, _ = matchings[query].struct_info.shape
    size = matchings[value].struct_info.shape[3]
    if matchings[heads].struct_info.shape != (batch, count, sequence, size):
        return orig
    factor = matchings[scale].data.numpy()
    if factor.shape != ():
        return orig
    return R.nn.attention(matchings[query], matchings[key], matchings[value], scale=factor.item())

rewritten = rewrite_call(pattern, attention, main)
