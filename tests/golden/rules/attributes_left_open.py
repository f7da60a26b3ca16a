# test: fails rules check
# What a pattern leaves open of its operators is anything in its range: any axis, several, exclusive sums, channels last.
x, y, z = wildcard(), wildcard(), wildcard()

def greatest(orig, matchings):
    return R.max(matchings[x], axis=[0])
main = rewrite_call(is_op("relax.max")(x), greatest, main)

def mean(orig, matchings):
    return R.mean(matchings[x], axis=[-1])
main = rewrite_call(is_op("relax.mean")(x), mean, main)

def total(orig, matchings):
    return R.sum(matchings[x], axis=[0])
main = rewrite_call(is_op("relax.sum")(x).has_attr({"keepdims": False}), total, main)

def sums(orig, matchings):
    return R.cumsum(matchings[x], axis=orig.attrs.axis)
main = rewrite_call(is_op("relax.cumsum")(x), sums, main)

def shifted(orig, matchings):
    return R.nn.layer_norm(R.add(matchings[x], R.const(1, "float32")), matchings[y], matchings[z], axes=[-1])
main = rewrite_call(is_op("relax.nn.layer_norm")(x, y, z), shifted, main)

def attends(orig, matchings):
    return R.nn.attention(matchings[x], matchings[y], matchings[z])
main = rewrite_call(is_op("relax.nn.attention")(x, y, z), attends, main)

def convolution(orig, matchings):
    return R.nn.conv2d(matchings[x], matchings[y])
main = rewrite_call(is_op("relax.nn.conv2d")(x, y), convolution, main)

def convolution_with_its_attributes(orig, matchings):
    a = orig.attrs
    return R.nn.conv2d(R.negative(matchings[x]), R.negative(matchings[y]), strides=a.strides, padding=a.padding, dilation=a.dilation, groups=a.groups, data_layout=a.data_layout, kernel_layout=a.kernel_layout, out_layout=a.out_layout)
main = rewrite_call(is_op("relax.nn.conv2d")(x, y), convolution_with_its_attributes, main)

#| greatest: wrong
#| mean: wrong
#| total: wrong
#| sums: wrong
#| shifted: wrong
#| attends: wrong
#| convolution: wrong
#| convolution_with_its_attributes: 64 programs compute the same before and after
#| attributes_left_open.py:7:8: error: rule 'greatest' changes the result: result[1, 1, 0] is 1.46360779 before, -1.66958785 now; with x0: (2, 2, 2, 2) float32 (program and arguments of seed 41) [E0605]
#|     main = rewrite_call(is_op("relax.max")(x), greatest, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:7:21: warning: rule 'greatest' matches R.max whatever 'axis', 'keepdims' are [W0103]
#|     main = rewrite_call(is_op("relax.max")(x), greatest, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:11:8: error: rule 'mean' changes the result: result[0, 0, 0] is 0.76381433 before, 1.46360779 now; 8 of 8 elements differ; with x0: (2, 2, 2, 2) float32 (program and arguments of seed 41) [E0605]
#|     main = rewrite_call(is_op("relax.mean")(x), mean, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:11:21: warning: rule 'mean' matches R.mean whatever 'axis', 'keepdims' are [W0103]
#|     main = rewrite_call(is_op("relax.mean")(x), mean, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:15:8: error: rule 'total' changes the result: result[0, 0, 0] is -0.701486111 before, -0.106148541 now; 8 of 8 elements differ; with x0: (2, 2, 2, 2) float32 (program and arguments of seed 21) [E0605]
#|     main = rewrite_call(is_op("relax.sum")(x).has_attr({"keepdims": False}), total, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:15:21: warning: rule 'total' matches R.sum whatever 'axis' is [W0103]
#|     main = rewrite_call(is_op("relax.sum")(x).has_attr({"keepdims": False}), total, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:19:8: error: rule 'sums' changes the result: result[0, 0, 0] is 0 before, 4 now; 27 of 32 elements differ; with x0: (4, 2, 4) int32 (program and arguments of seed 1) [E0605]
#|     main = rewrite_call(is_op("relax.cumsum")(x), sums, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:19:21: warning: rule 'sums' matches R.cumsum whatever 'dtype', 'exclusive' are [W0103]
#|     main = rewrite_call(is_op("relax.cumsum")(x), sums, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:23:8: error: rule 'shifted' changes the result: result[0] is -0.880728126 before, 0.356455863 now; 4 of 4 elements differ; with x0: (4,) float32, x1: (4,) float32, x2: (4,) float32 (program and arguments of seed 5) [E0605]
#|     main = rewrite_call(is_op("relax.nn.layer_norm")(x, y, z), shifted, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:23:21: warning: rule 'shifted' matches R.nn.layer_norm whatever 'axes', 'epsilon', 'center', 'scale' are [W0103]
#|     main = rewrite_call(is_op("relax.nn.layer_norm")(x, y, z), shifted, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:27:8: error: rule 'attends' changes the result: result[0, 0, 0, 0] is 1.13141537 before, 0.406490564 now; 40 of 40 elements differ; with x0: (1, 2, 5, 4) float32, x1: (1, 3, 5, 4) float32, x2: (1, 3, 5, 4) float32 (program and arguments of seed 1) [E0605]
#|     main = rewrite_call(is_op("relax.nn.attention")(x, y, z), attends, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:27:21: warning: rule 'attends' matches R.nn.attention whatever 'scale', 'causal_mask', 'window_size' are [W0103]
#|     main = rewrite_call(is_op("relax.nn.attention")(x, y, z), attends, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:31:8: error: rule 'convolution' changes the result: result[0, 0, 0, 0] is -9.00773335 before, 3.94164896 now; 24 of 24 elements differ; with x0: (2, 3, 4, 5) float32, x1: (2, 3, 3, 3) float32 (program and arguments of seed 641) [E0605]
#|     main = rewrite_call(is_op("relax.nn.conv2d")(x, y), convolution, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| attributes_left_open.py:31:21: warning: rule 'convolution' matches R.nn.conv2d whatever 'strides', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout' are [W0103]
#|     main = rewrite_call(is_op("relax.nn.conv2d")(x, y), convolution, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
