# test: fails opt --rules=attributes_that_the_pass_sets.py --passes=FuseOpsByPattern
# The pattern's name is the attribute Composite.
register_patterns([("lib.exp", is_op("relax.exp")(wildcard()), {}, None, lambda parts: {"Composite": "other"})])

@R.function
def main(p: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(p)
        R.output(a)
    return a

#| attributes_that_the_pass_sets.py:3:1: error: the attribute Composite is set by the pass [E0609]
#|     register_patterns([("lib.exp", is_op("relax.exp")(wildcard()), {}, None, lambda parts: {"Composite": "other"})])
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
