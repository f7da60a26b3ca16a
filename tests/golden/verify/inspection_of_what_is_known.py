# test: fails check
# Asking at run time for what is known already is refused.
@R.function
def main(x: R.Tensor((4, 5), "float32")):
    a = x.ndim
    b = x.shape[0]
    c = x.dtype.bits
    return x

#| inspection_of_what_is_known.py:5:9: error: R.inspect.tensor_ndim of what is known to be 2 [E0501]
#|         a = x.ndim
#|             ^~~~~~
#| inspection_of_what_is_known.py:6:9: error: R.inspect.tensor_shape_i of what is known to be 4 [E0501]
#|         b = x.shape[0]
#|             ^~~~~~~~~~
#| inspection_of_what_is_known.py:7:9: error: R.inspect.tensor_dtype_bits of what is known to be 32 [E0501]
#|         c = x.dtype.bits
#|             ^~~~~~~~~~~~
