# One transpose behind a concat instead of one in front of each of its operands:
#
#   concat((permute_dims(a), permute_dims(b), ...), axis=j)   ->   permute_dims(concat((a, b, ...), axis=axes[j]), axes=axes)
#
# Where parallel matmuls have become one, its weight is such a concat. Behind this rule it is a transpose again, as in a linear
# layer, for which libraries have kernels. `each` stands for any number of operands.
#
#   hammock opt --passes=CombineParallelMatmul --rules=samples/rules/concat_of_transposes.py script.py
from tvm.script import relax as R
from tvm.relax.dpl import *

source = wildcard()
transposed = is_op("relax.permute_dims")(source)
pattern = is_op("relax.concat")(is_tuple([each(transposed, at_least=2)]))


def order(transpose):
    rank = transpose.struct_info.ndim
    axes = transpose.attrs.axes
    return list(range(rank))[::-1] if axes is None else [axis % rank for axis in axes]


def reorder(concat, matchings):
    transposes = matchings[transposed]
    if concat.attrs.axis is None or any(t.struct_info.ndim < 1 for t in transposes):
        return concat
    axes = order(transposes[0])
    if any(order(t) != axes for t in transposes):
        return concat
    axis = axes[concat.attrs.axis % len(axes)]
    return R.permute_dims(R.concat(matchings[source], axis=axis), axes=transposes[0].attrs.axes)


rewrite_call(pattern, reorder, mod)
