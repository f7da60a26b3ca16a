# test: fails opt --rules=kept_from_one_check_to_the_next.py --passes=FuseOpsByPattern
# What a check sees is good for its match only.
seen = []

def check(context):
    seen.append(context)
    return seen[0].matched_expr.struct_info.ndim == 1

register_patterns([("lib.exp", is_op("relax.exp")(wildcard()), None, check)])

@R.function
def main(p: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(p)
        b = R.exp(a)
        R.output(b)
    return b

#| kept_from_one_check_to_the_next.py:7:12: error: this belongs to another match; nothing of a match can be kept from one check to the next [E0610]
#|         return seen[0].matched_expr.struct_info.ndim == 1
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
