# test: fails rules list
# What the replacement calls is private; the pattern is no such function.
@R.rewriter
class Twice:
    @R.function
    def pattern(x: R.Tensor((4,), "float32")):
        y = R.add(x, x)
        return y

    @R.function
    def replacement(x: R.Tensor((4,), "float32")):
        cls = Twice
        y = cls.pattern(x)
        return y

    @R.function
    def helper(x: R.Tensor((4,), "float32")):
        return x

#| function_of_a_rule_that_is_public.py:13:13: error: the functions of a rule do not call its pattern [E0603]
#|             y = cls.pattern(x)
#|                 ^~~~~~~~~~~
#| function_of_a_rule_that_is_public.py:17:9: error: 'helper' is neither the pattern nor the replacement: what the replacement calls is private, @R.function(private=True) [E0603]
#|         def helper(x: R.Tensor((4,), "float32")):
#|             ^~~~~~
