# test: fails check
# A pad value is not changed silently.
@R.function
def main(x: R.Tensor((4, 8), "int64"), y: R.Tensor((4, 8), "int8"), z: R.Tensor((4, 8), "uint8"), w: R.Tensor((4, 8), "float32")):
    a = R.layout_transform(x, index_map=lambda i, j: (j, i), pad_value=1.5)
    b = R.layout_transform(y, index_map=lambda i, j: (j, i), pad_value=300)
    c = R.layout_transform(z, index_map=lambda i, j: (j, i), pad_value=-1)
    d = R.layout_transform(w, index_map=lambda i, j: (j, i), pad_value=R.prim_value(1))
    return x

#| a_pad_fits_its_tensor.py:5:62: error: R.layout_transform: pad_value has dtype float32, x has int64 [E0404]
#|         a = R.layout_transform(x, index_map=lambda i, j: (j, i), pad_value=1.5)
#|                                                                  ^~~~~~~~~~~~~
#| a_pad_fits_its_tensor.py:6:72: error: the number does not fit into int8 [E0902]
#|         b = R.layout_transform(y, index_map=lambda i, j: (j, i), pad_value=300)
#|                                                                            ^~~
#| a_pad_fits_its_tensor.py:7:72: error: the number does not fit into uint8 [E0902]
#|         c = R.layout_transform(z, index_map=lambda i, j: (j, i), pad_value=-1)
#|                                                                            ^~
#| a_pad_fits_its_tensor.py:8:62: error: R.layout_transform: pad_value has dtype int64, x has float32 [E0404]
#|         d = R.layout_transform(w, index_map=lambda i, j: (j, i), pad_value=R.prim_value(1))
#|                                                                  ^~~~~~~~~~~~~~~~~~~~~~~~~
