# Matmuls of one value by several weights of equal shape become one batched matmul, the weights on top of each other:
#
#   y1 = matmul(x, w1), ..., yb = matmul(x, wb)   ->   y1, ..., yb = split(matmul(x, stack((w1, ..., wb))), axis=0)
#
# x is not copied: the batch of the weights is broadcast. parallel_matmuls_wide.py is the other way, for weights of any width.
from tvm.script import relax as R
from tvm.relax.dpl import *

with PatternContext() as ctx:
    x, weight = wildcard(), wildcard()
    product = is_op("relax.matmul")(x, weight)
    ctx.branches(product, shared=[x], at_least=2)


def kind(product, weight):
    shape = weight.struct_info.shape
    is_known = shape is not None and len(shape) == 2
    return (shape, weight.struct_info.dtype, product.struct_info.dtype) if is_known else None


def combine(matchings, bindings):
    branches = [(y, w, kind(y, w)) for y, w in zip(matchings[product], matchings[weight])]
    kinds = [k for y, w, k in branches]
    several = [k for k in kinds if k is not None and sum(k == other for other in kinds) > 1]
    batch_axes = matchings[x].struct_info.ndim - 2
    if not several or batch_axes < 0:
        return {}
    products = [y for y, w, k in branches if k == several[0]]
    weights = [w for y, w, k in branches if k == several[0]]
    # A new axis for the stack, and one for each batch axis of x.
    stack = R.concat([R.expand_dims(w, axis=list(range(1 + batch_axes))) for w in weights], axis=0)
    batch = R.matmul(matchings[x], stack, out_dtype=products[0].attrs.out_dtype)
    parts = R.split(batch, len(products), axis=0)
    return {y: R.squeeze(parts[i], axis=[0]) for i, y in enumerate(products)}


rewrite_bindings(ctx, combine, mod)
