# test: fails check
# What is meant is clear, so the body is looked at.
@R.functon
def f(x: R.Tensor((2,), "float32")):
    y = R.addd(x, x)
    return z

@R.function
def main(x: R.Tensor((2,), "float32")):
    return f(y)

#| functions_with_a_misspelt_decorator.py:3:2: error: only @R.function and @T.prim_func are part of the language; did you mean 'R.function'? [E0106]
#|     @R.functon
#|      ^~~~~~~~~
#| functions_with_a_misspelt_decorator.py:5:9: error: 'R.addd' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|         y = R.addd(x, x)
#|             ^~~~~~
#| functions_with_a_misspelt_decorator.py:6:12: error: 'z' is not defined [E0201]
#|         return z
#|                ^
#| functions_with_a_misspelt_decorator.py:10:12: error: 'f' is not defined [E0201]
#|         return f(y)
#|                ^
#| functions_with_a_misspelt_decorator.py:10:14: error: 'y' is not defined [E0201]
#|         return f(y)
#|                  ^
