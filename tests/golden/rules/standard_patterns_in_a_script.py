# test: rules list
# Patterns of the standard library, by name and by prefix.
from tvm.relax.backend.pattern_registry import get_pattern, get_patterns_with_prefix, register_patterns

gelu = get_pattern("hammock.matmul_bias_gelu")
assert get_pattern("hammock.nothing") is None and get_patterns_with_prefix("cublas") == []
assert len(get_patterns_with_prefix("hammock.")) == 90
assert sorted(gelu.annotation_patterns) == ["bias", "lhs", "out", "rhs"]

register_patterns(get_patterns_with_prefix("hammock.rms_norm") + [("lib." + gelu.name.split(".")[1], gelu.pattern, gelu.annotation_patterns)])

#| standard_patterns_in_a_script.py:10: lib.matmul_bias_gelu  registered  R.nn.gelu(R.add(R.matmul(_, _), _))
#| standard_patterns_in_a_script.py:10: hammock.rms_norm  registered  R.nn.rms_norm(_, _)
#| standard_patterns_in_a_script.py:10: hammock.rms_norm_written  registered  R.multiply(R.multiply(_, R.rsqrt(R.add(R.mean(...), a constant))) | R.divide(_, R.sqrt(R.add(R.mean(...), a constant))), _)
