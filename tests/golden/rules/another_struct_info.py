# test: fails rules list
# The replacement is something else than the pattern.
@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        z = R.astype(x, "float16")
        return z

#| another_struct_info.py:11:9: error: the replacement is R.Tensor((n,), "float16"), the pattern R.Tensor((n,), "float32") [E0603]
#|         def replacement(x: R.Tensor(("n",), "float32")):
#|             ^~~~~~~~~~~
#| another_struct_info.py:6:9: note: the pattern is here
#|         def pattern(x: R.Tensor(("n",), "float32")):
#|             ^~~~~~~
