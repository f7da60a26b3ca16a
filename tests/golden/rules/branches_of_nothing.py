# test: fails rules list
# What branches is a pattern of the context.
with PatternContext() as ctx:
    x, w = wildcard(), wildcard()
    product = is_op("relax.matmul")(x, w)
    ctx.branches(wildcard(), shared=[product], at_least=2)

#| branches_of_nothing.py:6:5: error: branches() takes patterns that are connected in this context, by a call that was made in it or by used_by [E0608]
#|         ctx.branches(wildcard(), shared=[product], at_least=2)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
