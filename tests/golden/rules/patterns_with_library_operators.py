# test: rules check
# Where a pattern says nothing of shapes, they are drawn as the operators need them.
x, w, gamma, beta, mean, var, q, k, v = (wildcard() for i in range(9))

def twice_negated(root):
    def rewriter(orig, matchings):
        return R.negative(R.negative(orig))
    return root, rewriter

for op, operands in (("nn.conv1d", [x, w]), ("nn.conv2d", [x, w]), ("nn.conv3d", [x, w]), ("nn.conv2d_transpose", [x, w]), ("nn.layer_norm", [x, gamma, beta]),
                     ("nn.group_norm", [x, gamma, beta]), ("nn.rms_norm", [x, gamma]), ("nn.attention", [q, k, v]),
                     ("nn.max_pool2d", [x]), ("nn.avg_pool2d", [x]), ("image.resize2d", [x, w]), ("take", [x, w]), ("where", [x, q, k]),
                     ("broadcast_to", [x, w]), ("one_hot", [x, w, q]), ("quantize", [x, w, q]), ("dequantize", [x, w, q])):
    root = is_op("relax." + op)(*operands)
    root, rewriter = twice_negated(root)
    if op not in ("quantize", "one_hot"):
        main = rewrite_call(is_op("relax.add")(root, root), rewriter, main)

inner = is_tuple_get_item(is_op("relax.nn.batch_norm")(x, gamma, beta, mean, var), 0)
def normalized(orig, matchings):
    return R.negative(R.negative(orig))
main = rewrite_call(inner, normalized, main)

#| rewriter: 64 programs compute the same before and after
#| rewriter#2: 64 programs compute the same before and after
#| rewriter#3: 64 programs compute the same before and after
#| rewriter#4: 64 programs compute the same before and after
#| rewriter#5: 64 programs compute the same before and after
#| rewriter#6: 64 programs compute the same before and after
#| rewriter#7: 64 programs compute the same before and after
#| rewriter#8: 64 programs compute the same before and after
#| rewriter#9: 64 programs compute the same before and after
#| rewriter#10: 64 programs compute the same before and after
#| rewriter#11: 64 programs compute the same before and after
#| rewriter#12: 64 programs compute the same before and after
#| rewriter#13: 64 programs compute the same before and after
#| rewriter#14: 64 programs compute the same before and after
#| rewriter#15: 64 programs compute the same before and after
#| normalized: 64 programs compute the same before and after
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter' matches R.nn.conv1d whatever 'strides', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#2' matches R.nn.conv2d whatever 'strides', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#3' matches R.nn.conv3d whatever 'strides', 'padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#4' matches R.nn.conv2d_transpose whatever 'strides', 'padding', 'output_padding', 'dilation', 'groups', 'data_layout', 'kernel_layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#5' matches R.nn.layer_norm whatever 'axes', 'epsilon', 'center', 'scale' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#6' matches R.nn.group_norm whatever 'num_groups', 'channel_axis', 'axes', 'epsilon', 'center', 'scale' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#7' matches R.nn.rms_norm whatever 'axes', 'epsilon' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#8' matches R.nn.attention whatever 'scale', 'causal_mask', 'window_size' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#9' matches R.nn.max_pool2d whatever 'pool_size', 'strides', 'dilation', 'padding', 'ceil_mode', 'count_include_pad', 'layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#10' matches R.nn.avg_pool2d whatever 'pool_size', 'strides', 'dilation', 'padding', 'ceil_mode', 'count_include_pad', 'layout', 'out_layout' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#11' matches R.image.resize2d whatever 'roi', 'layout', 'method', 'coordinate_transformation_mode', 'rounding_method', 'cubic_alpha', 'cubic_exclude', 'extrapolation_value' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#12' matches R.take whatever 'axis', 'mode' are [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:14:12: warning: rule 'rewriter#15' matches R.dequantize whatever 'axis' is [W0103]
#|         root = is_op("relax." + op)(*operands)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| patterns_with_library_operators.py:19:27: warning: rule 'normalized' matches R.nn.batch_norm whatever 'axis', 'epsilon', 'center', 'scale', 'momentum', 'training' are [W0103]
#|     inner = is_tuple_get_item(is_op("relax.nn.batch_norm")(x, gamma, beta, mean, var), 0)
#|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
