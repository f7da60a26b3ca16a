# test: fails check
# A local function that calls itself has the signature that it declares, inside and behind it, and is pure.
@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    @R.function
    def fine(a: R.Tensor((2,), "float32")) -> R.Object:
        if c:
            r = fine(a)
        else:
            r = R.add(a, a)
        return r

    y = fine(x)
    z = R.add(y, x)

    @R.function
    def undeclared(a: R.Tensor((2,), "float32")):
        r = undeclared(a)
        return a

    @R.function(pure=False)
    def impure(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        r = impure(a)
        return r

    @R.function
    def inside(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        r = R.add(inside(a), a)
        return r

    return y

#| recursive_functions.py:14:15: error: R.add: x1 must be a tensor, found R.Object [E0305]
#|         z = R.add(y, x)
#|                   ^
#| recursive_functions.py:17:9: error: local function 'undeclared' calls itself and returns R.Tensor((2,), "float32"); an annotation must say so, none means that it returns nothing [E0402]
#|         def undeclared(a: R.Tensor((2,), "float32")):
#|             ^~~~~~~~~~
#| recursive_functions.py:22:9: error: local function 'impure' calls itself, so it must be pure [E0502]
#|         def impure(a: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
#|             ^~~~~~
#| recursive_functions.py:28:19: error: 'inside' is not defined [E0201]
#|             r = R.add(inside(a), a)
#|                       ^~~~~~
