# test: fails check
# A function outside of a module has no name that its body could call.
@R.function
def fact(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
    m = R.subtract(n, R.const(1, "int64"))
    r = fact(m)
    return r

#| lone_function_calls_itself.py:6:9: error: 'fact' is not defined; a function outside of a module cannot call itself [E0201]
#|         r = fact(m)
#|             ^~~~
