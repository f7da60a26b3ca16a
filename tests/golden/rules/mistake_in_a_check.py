# test: fails opt --rules=mistake_in_a_check.py --passes=FuseOpsByPattern
# A mistake in a check stops the command.
def check(context):
    return context.annotated_expr["rhs"].struct_info.ndim == 2

register_patterns([("lib.exp", is_op("relax.exp")(wildcard()), {}, check)])

@R.function
def main(p: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(p)
        R.output(a)
    return a

#| mistake_in_a_check.py:4:12: error: the dict has no key 'rhs' [E0604]
#|         return context.annotated_expr["rhs"].struct_info.ndim == 2
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
