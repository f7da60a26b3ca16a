# What looks at users and at several values: one that nothing else uses, one that comes twice, two of one operand.
from tvm.script import relax as R
from tvm.relax.dpl import *

with PatternContext() as ctx:
    x = wildcard()
    plus = is_op("relax.abs")(x)
    minus = is_op("relax.negative")(x)

def both(m, bindings):
    return {m[plus]: R.abs(R.negative(m[x]))}

main = rewrite_bindings(ctx, both, main)

with PatternContext() as alone:
    y = wildcard()
    inner = is_op("relax.negative")(y)
    outer = is_op("relax.abs")(inner)
    inner.only_used_by(outer)

main = rewrite_bindings(alone, lambda m, bindings: {m[outer]: R.abs(m[y])}, main)

z = wildcard()
main = rewrite_call(is_op("relax.add")(z, z), lambda orig, m: R.multiply(m[z], R.const(2, m[z].struct_info.dtype)) if m[z].struct_info.dtype.startswith("float") else orig, main)

def combine(count):
    with PatternContext() as several:
        left = wildcard()
        weights = [wildcard() for _ in range(count)]
        products = [is_op("relax.matmul")(left, w) for w in weights]

    def rewriter(m, bindings):
        shapes = [m[w].struct_info.shape for w in weights]
        if any(s is None or len(s) != 2 or not isinstance(s[1], int) for s in shapes):
            return {}
        if any(m[w].struct_info.dtype != m[left].struct_info.dtype for w in weights):
            return {}
        ends, sections = 0, []
        for shape in shapes[:-1]:
            ends += shape[1]
            sections.append(ends)
        parts = R.split(R.matmul(m[left], R.concat([m[w] for w in weights], axis=1)), sections, axis=-1)
        return {m[p]: parts[i] for i, p in enumerate(products)}

    return rewrite_bindings(several, rewriter, main)

for count in range(4, 1, -1):
    main = combine(count)
