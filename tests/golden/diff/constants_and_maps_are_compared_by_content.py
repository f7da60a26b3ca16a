# test: fails diff
@R.function
def main(x: R.Tensor((4, 2), "float32")):
    a = R.add(x, R.const([1.5, 2.5], "float32"))
    b = R.layout_transform(a, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[], input_axis_separators=[])
    c = R.multiply(b, R.const([1.0, 2.0, 3.0, 4.0], "float32"))
    return c

@R.function
def main(x: R.Tensor((4, 2), "float32")):
    a = R.add(x, R.const([1.5, 2.5], "float32"))
    b = R.layout_transform(a, index_map=T.index_map(lambda p, q: (q, p)), pad_value=None, axis_separators=[], input_axis_separators=[])
    c = R.multiply(b, R.const([1.0, 2.0, 3.0, 5.0], "float32"))
    return c

#| main, constants_and_maps_are_compared_by_content.py:3 and constants_and_maps_are_compared_by_content.py:10: 1 changed
#|   constants_and_maps_are_compared_by_content.py:6 and constants_and_maps_are_compared_by_content.py:13: changed: x2
#|   -    6  c: R.Tensor((2, 4), dtype="float32") = R.multiply(b, R.const([1.0, 2.0, 3.0, 4.0], "float32"))
#|   +   13  c: R.Tensor((2, 4), dtype="float32") = R.multiply(b, R.const([1.0, 2.0, 3.0, 5.0], "float32"))
