# test: fails check
# Neither statements nor nothing: one expression.
@R.function
def main(x: R.Tensor(("m", "n", "m; n", "m\nn"), "float32")):
    return x

#| a_dim_is_one_expression.py:4:33: error: the text of a dim is one expression [E0105]
#|     def main(x: R.Tensor(("m", "n", "m; n", "m\nn"), "float32")):
#|                                     ^~~~~~
#| a_dim_is_one_expression.py:4:41: error: the text of a dim is one expression [E0105]
#|     def main(x: R.Tensor(("m", "n", "m; n", "m\nn"), "float32")):
#|                                             ^~~~~~
