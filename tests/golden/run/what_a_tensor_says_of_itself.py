# test: run main(x=3x4xf32=zeros)
@R.function
def main(x: R.Tensor):
    dtype = (R.inspect.tensor_dtype_code(x), R.inspect.tensor_dtype_bits(x), R.inspect.tensor_dtype_lanes(x))
    shape = (R.inspect.tensor_ndim(x), R.inspect.tensor_shape_i(x, R.prim_value(0)), R.inspect.tensor_shape_i(x, R.prim_value(1)))
    places = (R.inspect.tensor_stride_i(x, R.prim_value(0)), R.inspect.tensor_byte_offset(x), R.inspect.tensor_elem_offset(x))
    return (dtype, shape, places)

#| ((2,
#|   32,
#|   1),
#|  (2,
#|   3,
#|   4),
#|  (4,
#|   0,
#|   0))
