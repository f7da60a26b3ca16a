# test: fails check
# It stands for a default that is None, and for nothing else.
@R.function
def main(x: R.Tensor((4, 4), "float32"), i: R.Tensor((4, 4), "int64"), y: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((2, 3, 1, 1), "float32")):
    a = R.gather_elements(x, i, None)
    b = R.scatter_elements(x, i, x, reduction=None)
    c = R.tril(x, None)
    d = R.nn.conv2d(y, w, strides=None)
    e = R.unique(x, sorted=None)
    f = R.sum(x, keepdims=None)
    g = R.nn.leakyrelu(x, None)
    h = R.sum(x, axis=None)
    j = R.nn.conv2d(y, w, out_layout=None, out_dtype=None)
    k = R.image.resize2d(y, (4, 4), roi=None)
    l = R.eye(4, None)
    m = R.layout_transform(x, lambda i, j: (j, i), None, None)
    n = R.memory.view(x, None, "int32")
    o = R.nn.attention(y, y, None)
    p = R.nn.attention(y, None, y, None, scale=None)
    q = R.layout_transform(None, lambda i, j: (j, i))
    return x

#| none_is_no_attribute.py:5:33: error: R.gather_elements: 'axis' must be an integer, not None [E0311]
#|         a = R.gather_elements(x, i, None)
#|                                     ^~~~
#| none_is_no_attribute.py:6:47: error: R.scatter_elements: 'reduction' must be a string, not None [E0312]
#|         b = R.scatter_elements(x, i, x, reduction=None)
#|                                                   ^~~~
#| none_is_no_attribute.py:7:19: error: R.tril: 'k' must be a primitive value, not None [E0308]
#|         c = R.tril(x, None)
#|                       ^~~~
#| none_is_no_attribute.py:8:35: error: R.nn.conv2d: 'strides' must be a list of integers, not None [E0327]
#|         d = R.nn.conv2d(y, w, strides=None)
#|                                       ^~~~
#| none_is_no_attribute.py:9:28: error: R.unique: 'sorted' must be a primitive value, not None [E0308]
#|         e = R.unique(x, sorted=None)
#|                                ^~~~
#| none_is_no_attribute.py:10:27: error: R.sum: 'keepdims' must be True or False, not None [E0311]
#|         f = R.sum(x, keepdims=None)
#|                               ^~~~
#| none_is_no_attribute.py:11:27: error: R.nn.leakyrelu: 'alpha' must be a number, not None [E0310]
#|         g = R.nn.leakyrelu(x, None)
#|                               ^~~~
#| none_is_no_attribute.py:18:30: error: None is not an expression [E0305]
#|         o = R.nn.attention(y, y, None)
#|                                  ^~~~
#| none_is_no_attribute.py:19:27: error: None is not an expression [E0305]
#|         p = R.nn.attention(y, None, y, None, scale=None)
#|                               ^~~~
#| none_is_no_attribute.py:20:28: error: None is not an expression [E0305]
#|         q = R.layout_transform(None, lambda i, j: (j, i))
#|                                ^~~~
