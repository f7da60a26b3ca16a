# Signs move out and go. Each rule makes what another one matches, so that this takes many rounds.
from tvm.script import relax as R
from tvm.relax.dpl import *

a, b = wildcard(), wildcard()

def negative(p):
    return is_op("relax.negative")(p)

def rule(pattern, rewriter):
    return PatternMatchingRewriter.from_pattern(pattern, rewriter)

rules = rule(negative(negative(a)), lambda orig, m: m[a])
for pattern, rewriter in [
    (is_op("relax.subtract")(a, negative(b)), lambda orig, m: R.add(m[a], m[b])),
    (is_op("relax.add")(a, negative(b)), lambda orig, m: R.subtract(m[a], m[b])),
    (is_op("relax.multiply")(negative(a), b), lambda orig, m: R.negative(R.multiply(m[a], m[b]))),
    (is_op("relax.permute_dims")(negative(a)).has_attr({"axes": None}), lambda orig, m: R.negative(R.permute_dims(m[a]))),
    (is_op("relax.abs")(negative(a)), lambda orig, m: R.abs(m[a])),
    (is_op("relax.maximum")(a, a), lambda orig, m: m[a]),
]:
    rules = OrRewriter(rules, rule(pattern, rewriter))
main = rules(main)
