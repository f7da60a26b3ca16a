# test: fails check
# Positions behind names, formats that are no text, indices that are no numbers, attributes of nested functions, parameters in a return annotation.
@R.function(pure=False)
def order(x: R.Tensor((2, 3), "float32"), c: R.Tensor((), "bool"), o: R.Object):
    a = R.sum(axis=0, x)
    b = R.concat(axis=0, (x, x))
    _ = R.assert_op(c, format=x)
    _1 = R.print(x, format=5)
    d = R.strided_slice(x, [o], [0], [1])
    e = R.strided_slice(x, ["a"], [0], [1])
    f = R.sum(*(x,), axis=0)
    return x

@R.function
def nested(x: R.Tensor((), "bool")):
    @R.function
    def f(y: R.Tensor((), "bool")):
        R.func_attr({"global_symbol": "f"})
        return y
    z = f(x)
    return z

@R.function
def result(s: R.Shape(["a", "b"])) -> R.Tensor(s, "float32"):
    y = R.zeros(s, "float32")
    return y

#| arguments_out_of_place.py:5:23: error: an argument without a name stands behind one with a name [E0105]
#|         a = R.sum(axis=0, x)
#|                           ^
#| arguments_out_of_place.py:6:26: error: an argument without a name stands behind one with a name [E0105]
#|         b = R.concat(axis=0, (x, x))
#|                              ^~~~~~
#| arguments_out_of_place.py:7:31: error: the format is a string, not 'x' [E0312]
#|         _ = R.assert_op(c, format=x)
#|                                   ^
#| arguments_out_of_place.py:8:28: error: the format is a string, not a primitive value [E0312]
#|         _1 = R.print(x, format=5)
#|                                ^
#| arguments_out_of_place.py:9:28: error: R.strided_slice: axes must be a tuple of int64 values, found R.Tuple(R.Object) [E0307]
#|         d = R.strided_slice(x, [o], [0], [1])
#|                                ^~~
#| arguments_out_of_place.py:10:28: error: R.strided_slice: axes must be a tuple of int64 values, found R.Tuple(R.Object) [E0307]
#|         e = R.strided_slice(x, ["a"], [0], [1])
#|                                ^~~~~
#| arguments_out_of_place.py:17:9: error: a function in a function has no global_symbol [E0501]
#|         def f(y: R.Tensor((), "bool")):
#|             ^
#| arguments_out_of_place.py:24:48: error: a return annotation cannot name the parameter 's'; it knows the dims that parameters declare [E0201]
#|     def result(s: R.Shape(["a", "b"])) -> R.Tensor(s, "float32"):
#|                                                    ^
