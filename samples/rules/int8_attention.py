# One operator again: everything from the split to the last reshape of samples/int8_attention.py becomes one call.
#
# Written out, the pattern of such an attention would have more than 50 operators, and the next importer writes another one. But
# what belongs together is easy to say: it lies between two operators. `dominates(first, path, last)` matches the region between
# them: `last` matches the value at hand, `first` a value before it, and every way from `first` leads over values that match the
# path, here any, to `last`. No value of the region is used outside of it, so that nothing is lost when it becomes one.
#
# The mask comes in from the side: no way leads from the split to it. What computes it for the region alone belongs to the region,
# too; `input_mask`, `ones` and the scaled accumulator become the operands of the call.
#
# Eleven reshapes match `last`. What the split gives reaches most of them only in part, so they dominate nothing. The one before
# the last transpose does, a smaller region, which lies in the region of the last one: the pass takes the larger of the two.
#
#   hammock opt --rules=samples/rules/int8_attention.py --passes=FuseOpsByPattern samples/int8_attention.py
from tvm.relax.backend.pattern_registry import register_patterns
from tvm.relax.dpl import dominates, is_op, wildcard

first = is_op("relax.split")(wildcard())
last = is_op("relax.reshape")(wildcard(), wildcard())

register_patterns([("hammock.int8_attention", dominates(first, wildcard(), last))])
