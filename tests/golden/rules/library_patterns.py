# test: rules run
# test: rules list
# test: rules check
# Patterns of library operators, each with names for its parts.
from tvm.relax.backend.pattern_registry import register_patterns
from tvm.relax.backend.patterns import (
    make_attention_pattern,
    make_conv2d_pattern,
    make_layer_norm_pattern,
    make_matmul_dequantize_pattern,
    make_matmul_pattern,
    make_residual_block_pattern,
    make_rms_norm_pattern,
    make_stacked_attention_pattern,
)

patterns = {
    "conv2d": make_conv2d_pattern(),
    "conv2d_bias_relu": make_conv2d_pattern(with_bias=True, activation="relax.nn.relu"),
    "matmul": make_matmul_pattern(),
    "matmul_transposed_bias_gelu": make_matmul_pattern(with_bias=True, activation="relax.nn.gelu", transposed_rhs=True),
    "matmul_residual_multiply_relu": make_residual_block_pattern(make_matmul_pattern(with_bias=True), "relax.multiply", activation="relax.nn.relu"),
    "matmul_dequantize": make_matmul_dequantize_pattern(transposed_rhs=True),
    "attention": make_attention_pattern(),
    "attention_bias": make_attention_pattern(with_bias=True),
    "attention_var_len": make_attention_pattern(var_len=True),
    "stacked_attention": make_stacked_attention_pattern(start_op="split"),
    "stacked_attention_bias": make_stacked_attention_pattern(start_op="strided_slice", with_bias=True, layout="SBN3H"),
    "layer_norm": make_layer_norm_pattern(),
    "rms_norm": make_rms_norm_pattern(),
}
for name, (pattern, parts) in patterns.items():
    print(name, sorted(parts))
    register_patterns([("lib." + name, pattern, parts)])

#| $ rules run
#| conv2d ['lhs', 'rhs', 'root']
#| conv2d_bias_relu ['bias', 'lhs', 'rhs', 'root']
#| matmul ['lhs', 'rhs', 'root']
#| matmul_transposed_bias_gelu ['bias', 'lhs', 'rhs', 'root']
#| matmul_residual_multiply_relu ['bias', 'lhs', 'residual', 'rhs', 'root']
#| matmul_dequantize ['lhs', 'rhs', 'root', 'scale', 'zp']
#| attention ['key', 'query', 'root', 'value']
#| attention_bias ['bias', 'key', 'query', 'root', 'value']
#| attention_var_len ['key', 'max_seqlen_k', 'max_seqlen_q', 'query', 'root', 'seqstart_k', 'seqstart_q', 'value']
#| stacked_attention ['key', 'key_reshape_list', 'query', 'query_reshape_list', 'root', 'stacked_qkv', 'value', 'value_reshape_list']
#| stacked_attention_bias ['bias', 'key', 'query', 'root', 'stacked_qkv', 'value']
#| layer_norm ['beta', 'data', 'gamma', 'root']
#| rms_norm ['data', 'root', 'weight']
#| $ rules list
#| library_patterns.py:34: lib.rms_norm  registered  R.nn.rms_norm(_, _)
#| library_patterns.py:34: lib.layer_norm  registered  R.nn.layer_norm(_, _, _)
#| library_patterns.py:34: lib.stacked_attention_bias  registered  R.nn.attention_bias(R.permute_dims(R.strided_slice(_, ...)), R.permute_dims(R.strided_slice(_, ...)), R.permute_dims(R.strided_slice(_, ...)), _)
#| library_patterns.py:34: lib.stacked_attention  registered  R.nn.attention(R.reshape(R.split(_)[0], _), R.reshape(R.split(_)[1], _), R.reshape(R.split(_)[2], _))
#| library_patterns.py:34: lib.attention_var_len  registered  R.nn.attention_var_len(_, _, _, _, _, _, _)
#| library_patterns.py:34: lib.attention_bias  registered  R.nn.attention_bias(_, _, _, _)
#| library_patterns.py:34: lib.attention  registered  R.nn.attention(_, _, _)
#| library_patterns.py:34: lib.matmul_dequantize  registered  R.dequantize(R.matmul(_, R.permute_dims(_) where exchanges the last two axes), a constant, a constant)
#| library_patterns.py:34: lib.matmul_residual_multiply_relu  registered  R.nn.relu(R.multiply(R.add(R.matmul(_, _), _), _))
#| library_patterns.py:34: lib.matmul_transposed_bias_gelu  registered  R.nn.gelu(R.add(R.matmul(_, R.permute_dims(_) where exchanges the last two axes), _))
#| library_patterns.py:34: lib.matmul  registered  R.matmul(_, _)
#| library_patterns.py:34: lib.conv2d_bias_relu  registered  R.nn.relu(R.add(R.nn.conv2d(_, _), _))
#| library_patterns.py:34: lib.conv2d  registered  R.nn.conv2d(_, _)
#| $ rules check
#| lib.rms_norm: 64 programs compute the same before and after
#| lib.layer_norm: 64 programs compute the same before and after
#| lib.stacked_attention_bias: 64 programs compute the same before and after
#| lib.stacked_attention: 7 programs compute the same before and after
#| lib.attention_var_len: 5 programs compute the same before and after
#| lib.attention_bias: 64 programs compute the same before and after
#| lib.attention: 64 programs compute the same before and after
#| lib.matmul_dequantize: 64 programs compute the same before and after
#| lib.matmul_residual_multiply_relu: 64 programs compute the same before and after
#| lib.matmul_transposed_bias_gelu: 64 programs compute the same before and after
#| lib.matmul: 64 programs compute the same before and after
#| lib.conv2d_bias_relu: 64 programs compute the same before and after
#| lib.conv2d: 64 programs compute the same before and after
