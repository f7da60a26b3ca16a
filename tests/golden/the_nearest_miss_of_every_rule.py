# test: opt --explain-match=h
# An activation of the sum of two parameters is none of a matmul.
@R.function
def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        s = R.add(x, b)
        h = R.tanh(s)
        R.output(h)
    return h

#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.conv2d_bias_tanh' does not match 'h': 4 of 9 patterns match, then R.nn.conv2d(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:4:10: note: here is 'x', a parameter of struct info R.Tensor((4, 8), "float32")
#|     def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
#|              ^
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.conv2d_tanh' does not match 'h': 2 of 6 patterns match, then R.nn.conv2d(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:6:13: note: here is 's', a call of R.add of struct info R.Tensor((4, 8), "float32")
#|             s = R.add(x, b)
#|                 ^~~~~~~~~~~
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.conv1d_bias_tanh' does not match 'h': 4 of 9 patterns match, then R.nn.conv1d(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:4:10: note: here is 'x', a parameter of struct info R.Tensor((4, 8), "float32")
#|     def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
#|              ^
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.conv1d_tanh' does not match 'h': 2 of 6 patterns match, then R.nn.conv1d(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:6:13: note: here is 's', a call of R.add of struct info R.Tensor((4, 8), "float32")
#|             s = R.add(x, b)
#|                 ^~~~~~~~~~~
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_transposed_bias_tanh' does not match 'h': 4 of 12 patterns match, then R.matmul(_, R.permute_dims(...) where exchanges the last two axes) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:4:10: note: here is 'x', a parameter of struct info R.Tensor((4, 8), "float32")
#|     def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
#|              ^
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_transposed_tanh' does not match 'h': 2 of 9 patterns match, then R.matmul(_, R.permute_dims(...) where exchanges the last two axes) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:6:13: note: here is 's', a call of R.add of struct info R.Tensor((4, 8), "float32")
#|             s = R.add(x, b)
#|                 ^~~~~~~~~~~
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_dequantized_bias_tanh' does not match 'h': 4 of 18 patterns match, then R.matmul(_, R.dequantize(...) | R.multiply(...)) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:4:10: note: here is 'x', a parameter of struct info R.Tensor((4, 8), "float32")
#|     def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
#|              ^
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_dequantized_tanh' does not match 'h': 2 of 15 patterns match, then R.matmul(_, R.dequantize(...) | R.multiply(...)) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:6:13: note: here is 's', a call of R.add of struct info R.Tensor((4, 8), "float32")
#|             s = R.add(x, b)
#|                 ^~~~~~~~~~~
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_bias_tanh' does not match 'h': 4 of 9 patterns match, then R.matmul(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:4:10: note: here is 'x', a parameter of struct info R.Tensor((4, 8), "float32")
#|     def main(x: R.Tensor((4, 8), "float32"), b: R.Tensor((8,), "float32")):
#|              ^
#| the_nearest_miss_of_every_rule.py:7:13: remark: rule 'hammock.matmul_tanh' does not match 'h': 2 of 6 patterns match, then R.matmul(_, _) is wanted [R0101]
#|             h = R.tanh(s)
#|                 ^~~~~~~~~
#| the_nearest_miss_of_every_rule.py:6:13: note: here is 's', a call of R.add of struct info R.Tensor((4, 8), "float32")
#|             s = R.add(x, b)
#|                 ^~~~~~~~~~~
#| 80 more rules want something else there
