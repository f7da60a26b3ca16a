# test: fails check
# Attributes and methods of values; an operator that was taken for a method is named.
@R.function
def main(x: R.Tensor((2, 3), "float32"), t: R.Tuple(R.Tensor((2,), "float32"), R.Object)):
    a = x.dtyp
    b = x.struct_inf
    c = x.dtype.bit
    d = x.astyp("float16")
    e = x.astype(dtyp="float16")
    f = x.reshape((3, 2))
    g = x.T
    h = t[0].shap
    return x

#| misspelt_attributes_of_values.py:5:9: error: 'x' has no attribute 'dtyp'; did you mean 'dtype'? [E0301]
#|         a = x.dtyp
#|             ^~~~~~
#| misspelt_attributes_of_values.py:6:9: error: 'x' has no attribute 'struct_inf'; did you mean 'struct_info'? [E0301]
#|         b = x.struct_inf
#|             ^~~~~~~~~~~~
#| misspelt_attributes_of_values.py:7:9: error: a dtype has no attribute 'bit'; did you mean 'bits'? [E0301]
#|         c = x.dtype.bit
#|             ^~~~~~~~~~~
#| misspelt_attributes_of_values.py:8:9: error: 'x' has no method 'astyp'; did you mean 'astype'? [E0301]
#|         d = x.astyp("float16")
#|             ^~~~~~~~~~~~~~~~~~
#| misspelt_attributes_of_values.py:9:18: error: astype has no parameter 'dtyp'; did you mean 'dtype'? [E0301]
#|         e = x.astype(dtyp="float16")
#|                      ^~~~
#| misspelt_attributes_of_values.py:10:9: error: 'x' has no method 'reshape'; did you mean 'R.reshape'? [E0301]
#|         f = x.reshape((3, 2))
#|             ^~~~~~~~~~~~~~~~~
#| misspelt_attributes_of_values.py:11:9: error: 'x' has no attribute 'T'; did you mean 'R.permute_dims'? [E0301]
#|         g = x.T
#|             ^~~
#| misspelt_attributes_of_values.py:12:9: error: an expression has no attribute 'shap'; did you mean 'shape'? [E0301]
#|         h = t[0].shap
#|             ^~~~~~~~~
