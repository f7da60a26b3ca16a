# test: fails check
# Nothing in the file is of the language; the nearest thing to a function is named.
@relax.functions
def main(x: R.Tensor((2,), "float32")):
    return x

#| misspelt_function_decorator_in_python.py:4:5: error: a function needs the decorator @R.function or @T.prim_func; did you mean 'relax.function'? [E0106]
#|     def main(x: R.Tensor((2,), "float32")):
#|         ^~~~
