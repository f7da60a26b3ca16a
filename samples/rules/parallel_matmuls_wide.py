# Matmuls of one value by several weights become one, the weights side by side; they may have different widths:
#
#   y1 = matmul(x, w1), ..., yb = matmul(x, wb)   ->   y1, ..., yb = split(matmul(x, concat((w1, ..., wb), axis=-1)), axis=-1)
#
# `branches` stands for any number of matmuls with the same x. Of those that do not go together, the first that do are combined, and
# the others are looked at again. parallel_matmuls_stacked.py is the other way to combine them.
from tvm.script import relax as R
from tvm.relax.dpl import *

with PatternContext() as ctx:
    x, weight = wildcard(), wildcard()
    product = is_op("relax.matmul")(x, weight)
    ctx.branches(product, shared=[x], at_least=2)


def kind(product, weight):
    shape = weight.struct_info.shape
    is_known = shape is not None and len(shape) == 2 and all(isinstance(dim, int) for dim in shape)
    return (shape[0], weight.struct_info.dtype, product.struct_info.dtype) if is_known else None


def combine(matchings, bindings):
    branches = [(y, w, kind(y, w)) for y, w in zip(matchings[product], matchings[weight])]
    kinds = [k for y, w, k in branches]
    several = [k for k in kinds if k is not None and sum(k == other for other in kinds) > 1]
    if not several:
        return {}
    products = [y for y, w, k in branches if k == several[0]]
    weights = [w for y, w, k in branches if k == several[0]]
    ends = [sum(w.struct_info.shape[1] for w in weights[: i + 1]) for i in range(len(weights) - 1)]
    wide = R.matmul(matchings[x], R.concat(weights, axis=-1), out_dtype=products[0].attrs.out_dtype)
    parts = R.split(wide, ends, axis=-1)
    return {y: parts[i] for i, y in enumerate(products)}


rewrite_bindings(ctx, combine, mod)
