# test: fails check
# R.Callable where arguments are left out or None; what an external function may be.
@R.function
def main(f: R.Callable(None, None, True), g: R.Callable(purity=True), h: R.Callable([R.Tensor], None)):
    a: R.Callable((R.Object,), R.Object, True) = f
    e = R.ExternFunc("a", R.Callable(None, R.Tensor))
    i = R.ExternFunc("b", R.Tensor)
    return f

#| function_types.py:4:74: error: R.Callable with parameters needs the struct info of its result [E0401]
#|     def main(f: R.Callable(None, None, True), g: R.Callable(purity=True), h: R.Callable([R.Tensor], None)):
#|                                                                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| function_types.py:7:27: error: the struct info of an external function is R.Callable, not R.Tensor [E0401]
#|         i = R.ExternFunc("b", R.Tensor)
#|                               ^~~~~~~~
