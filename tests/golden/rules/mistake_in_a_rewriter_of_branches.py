# test: fails opt --rules=mistake_in_a_rewriter_of_branches.py
# A mistake on a match of branches.
with PatternContext() as ctx:
    x, w = wildcard(), wildcard()
    product = is_op("relax.matmul")(x, w)
    ctx.branches(product, shared=[x], at_least=2)

def combine(matchings, bindings):
    return {product: matchings[weight] for product in matchings[product]}

rewrite_bindings(ctx, combine, mod)

@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        R.output(p, q)
    return (p, q)

#| mistake_in_a_rewriter_of_branches.py:9:32: error: 'weight' is not defined [E0201]
#|         return {product: matchings[weight] for product in matchings[product]}
#|                                    ^~~~~~
