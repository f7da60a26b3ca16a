# test: fails check
# Twice, or where nothing takes them.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.layout_transform(x, index_map=lambda i, j: (j, T.IndexMap.AXIS_SEPARATOR, i), axis_separators=[1])
    b = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, T.IndexMap.AXIS_SEPARATOR, i)))
    return x

#| separators_of_axes_out_of_place.py:5:9: error: R.layout_transform: the separators of axes are given twice [E0303]
#|         a = R.layout_transform(x, index_map=lambda i, j: (j, T.IndexMap.AXIS_SEPARATOR, i), axis_separators=[1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| separators_of_axes_out_of_place.py:6:70: error: 'T.IndexMap.AXIS_SEPARATOR' is no index [E0308]
#|         b = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, T.IndexMap.AXIS_SEPARATOR, i)))
#|                                                                          ^~~~~~~~~~~~~~~~~~~~~~~~~
