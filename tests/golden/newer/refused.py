# test: fails check
# What no execution of the newer operators could accept.
@R.function
def main(x: R.Tensor((2, 6, 4, 4), "float32"), v: R.Tensor((3,), "float32"), s: R.Tensor((), "float32")):
    a = R.nn.pixel_shuffle(x, 4)
    b = R.nn.prelu(x, v)
    c = R.stack((x, v))
    d = R.meshgrid((v, v), indexing="yx")
    e = R.index_tensor(x, (v,))
    f = R.outer(x, v)
    g = R.nn.batch_flatten(s)
    h = R.image.grid_sample(x, x)
    i = R.vision.roi_pool(x, x, (2, 2), 1.0)
    j = R.reverse_sequence(x, R.const([1, 2], "int64"), seq_axis=1, batch_axis=1)
    return x

#| refused.py:5:9: error: R.nn.pixel_shuffle: the 6 channels of data are no multiple of 16 [E0403]
#|         a = R.nn.pixel_shuffle(x, 4)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~
#| refused.py:6:23: error: R.nn.prelu: alpha of shape (3,) does not fit axis 1 of shape (2, 6, 4, 4) [E0403]
#|         b = R.nn.prelu(x, v)
#|                           ^
#| refused.py:7:17: error: R.stack: tensors have ranks 4 and 1 [E0403]
#|         c = R.stack((x, v))
#|                     ^~~~~~
#| refused.py:8:28: error: R.meshgrid: indexing must be "ij" or "xy", found "yx" [E0304]
#|         d = R.meshgrid((v, v), indexing="yx")
#|                                ^~~~~~~~~~~~~
#| refused.py:9:27: error: R.index_tensor: indices must have an integer dtype, found float32 [E0404]
#|         e = R.index_tensor(x, (v,))
#|                               ^~~~
#| refused.py:10:17: error: R.outer: x1 must have rank 1, found R.Tensor((2, 6, 4, 4), "float32") [E0403]
#|         f = R.outer(x, v)
#|                     ^
#| refused.py:11:28: error: R.nn.batch_flatten: data must have an axis for the batch, found R.Tensor((), "float32") [E0403]
#|         g = R.nn.batch_flatten(s)
#|                                ^
#| refused.py:12:32: error: R.image.grid_sample: grid of shape (2, 6, 4, 4) must have 2 coordinates at axis 1 [E0403]
#|         h = R.image.grid_sample(x, x)
#|                                    ^
#| refused.py:13:30: error: R.vision.roi_pool: rois must have rank 2, found R.Tensor((2, 6, 4, 4), "float32") [E0403]
#|         i = R.vision.roi_pool(x, x, (2, 2), 1.0)
#|                                  ^
#| refused.py:14:57: error: R.reverse_sequence: seq_axis and batch_axis are both 1 [E0405]
#|         j = R.reverse_sequence(x, R.const([1, 2], "int64"), seq_axis=1, batch_axis=1)
#|                                                             ^~~~~~~~~~
