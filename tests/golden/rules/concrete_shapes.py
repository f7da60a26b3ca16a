# test: rules check
# Shapes that only the pattern knows: a large weight, a constant, and a tuple that is divided.
data, weight, bias = wildcard().has_shape((1, 384, 768)), wildcard().has_shape((768, 2304)), is_const().has_shape((2304,))
product = is_op("relax.matmul")(data, weight)
joined = is_op("relax.split")(is_op("relax.add")(product, bias)).has_attr({"indices_or_sections": 3, "axis": -1})
first = is_tuple_get_item(joined, 0)

def project(orig, matchings):
    columns = R.split(matchings[weight], 3, axis=1)[0]
    return R.add(R.matmul(matchings[data], columns), R.split(matchings[bias], 3, axis=0)[0])

main = rewrite_call(first, project, main)

#| project: 1 program computes the same before and after; more would take more than 1e+09 operations
