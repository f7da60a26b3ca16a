# test: rules check
# test: rules list
# The path may ask for operators: programs are made of these.
x, y, z = wildcard(), wildcard(), wildcard()
parent = is_op("relax.negative")(x)
path = is_op("relax.negative")(wildcard()) | is_op("relax.abs")(wildcard())
child = is_op("relax.negative")(z)

def same(orig, matchings):
    return R.multiply(matchings[z], R.const(-1, matchings[z].struct_info.dtype))

rewrite_call(dominates(parent, path, child), same, mod)

#| $ rules check
#| same: 64 programs compute the same before and after
#| $ rules list
#| region_of_certain_operators.py:12: same  step 1  R.negative(z) dominated by R.negative(x)
