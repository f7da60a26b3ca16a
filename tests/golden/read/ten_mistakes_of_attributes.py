# test: fails check
# Independent mistakes get a message each, and nothing else is said.
from tvm.script import relax as R

@R.function
def main(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))):
    R.func_attr({"global_symbol": "main", 1: 2})
    a, b, c = t
    conv = R.nn.conv2d(x, w, strides=[0, 1])
    conv2 = R.nn.conv2d(x, w, data_layout="NCHWX")
    cat = R.concat([x, w], axis=0)
    sm = R.nn.softmax(x, axis=4)
    p = R.permute_dims(x, axes=[0, 0, 1, 2])
    ast = R.astype(x, "float99")
    s = R.strided_slice(x, [0], [0], [1], strides=[0])
    r = R.reshape(x, (1, 5, 7))
    ex = R.expand_dims(x, axis=[9])
    sp = R.split(x, 0, axis=1)
    return (sm, p, ast, s, r, ex, sp, a, conv, cat)

#| ten_mistakes_of_attributes.py:7:43: error: a key of a dict must be a string, not an integer [E0319]
#|         R.func_attr({"global_symbol": "main", 1: 2})
#|                                               ^
#| ten_mistakes_of_attributes.py:8:5: error: 2 values cannot be unpacked into 3 targets [E0303]
#|         a, b, c = t
#|         ^~~~~~~
#| ten_mistakes_of_attributes.py:9:30: error: R.nn.conv2d: strides must be 1 or more, found 0 [E0304]
#|         conv = R.nn.conv2d(x, w, strides=[0, 1])
#|                                  ^~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:10:31: error: R.nn.conv2d: data_layout="NCHWX" is no layout of the axes NCHW [E0304]
#|         conv2 = R.nn.conv2d(x, w, data_layout="NCHWX")
#|                                   ^~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:11:11: error: R.concat: shapes (1, 3, 8, 8) and (4, 3, 3, 3) differ in dim 2: 8 and 3 [E0403]
#|         cat = R.concat([x, w], axis=0)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:12:26: error: R.nn.softmax: axis=4 is outside [-4, 4), the axes of rank 4 [E0405]
#|         sm = R.nn.softmax(x, axis=4)
#|                              ^~~~~~
#| ten_mistakes_of_attributes.py:13:27: error: R.permute_dims: axes names axis 0 twice [E0405]
#|         p = R.permute_dims(x, axes=[0, 0, 1, 2])
#|                               ^~~~~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:15:9: error: R.strided_slice: a stride must not be 0 [E0314]
#|         s = R.strided_slice(x, [0], [0], [1], strides=[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:16:9: error: R.reshape: shape (1, 3, 8, 8) has 192 elements, (1, 5, 7) has 35 [E0403]
#|         r = R.reshape(x, (1, 5, 7))
#|             ^~~~~~~~~~~~~~~~~~~~~~~
#| ten_mistakes_of_attributes.py:17:27: error: R.expand_dims: axis=9 is outside [-5, 5), the axes of rank 5 [E0405]
#|         ex = R.expand_dims(x, axis=[9])
#|                               ^~~~~~~~
#| ten_mistakes_of_attributes.py:18:21: error: R.split: indices_or_sections must be positive, found 0 [E0304]
#|         sp = R.split(x, 0, axis=1)
#|                         ^
