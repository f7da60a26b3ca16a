# test: fails rules check
# Programs are made for a region: over random steps from one value to the other. Who drops the path changes the result.
x, y = wildcard(), wildcard()
parent, child = is_op("relax.exp")(x), is_op("relax.negative")(y)

def without_path(orig, matchings):
    return R.negative(R.exp(matchings[x]))

rewrite_call(dominates(parent, wildcard(), child), without_path, mod)

#| without_path: wrong
#| region_that_drops_its_path.py:9:1: error: rule 'without_path' changes the result: result[0, 0] is 0 before, 1.69911885 now; 4 of 4 elements differ; with x0: (2, 2) float32 (program and arguments of seed 4) [E0605]
#|     rewrite_call(dominates(parent, wildcard(), child), without_path, mod)
#|     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
