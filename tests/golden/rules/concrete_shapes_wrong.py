# test: fails rules check
# The same with another third of the bias.
data, weight, bias = wildcard().has_shape((1, 8, 6)), wildcard().has_shape((6, 12)), is_const().has_shape((12,))
product = is_op("relax.matmul")(data, weight)
joined = is_op("relax.split")(is_op("relax.add")(product, bias)).has_attr({"indices_or_sections": 3, "axis": -1})
first = is_tuple_get_item(joined, 0)

def project(orig, matchings):
    columns = R.split(matchings[weight], 3, axis=1)[0]
    return R.add(R.matmul(matchings[data], columns), R.split(matchings[bias], 3, axis=0)[1])

main = rewrite_call(first, project, main)

#| project: wrong
#| concrete_shapes_wrong.py:12:8: error: rule 'project' changes the result: result[0, 0, 0] is -24 before, -25 now; 24 of 32 elements differ; with x0: (1, 8, 6) int32, x1: (6, 12) int32 (program and arguments of seed 0) [E0605]
#|     main = rewrite_call(first, project, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
