# test: fails check
# A mistake of syntax is named, where it is.
@R.function
def commas(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
    z = R.add(x y)
    w = R.sum(
        x
        axis=[0],
    )
    return z


@R.function
def index(x: R.Tensor[(2,), "float32"]):
    return x


@R.function
def bracket(x: R.Tensor((2,), "float32")):
    y = R.add(x, x; z = x
    return y


@R.function
def branches(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    if c:
        r = R.multiply(x, x)
    else:
    r = R.add(x, x)
    return r

#| words_for_syntax.py:5:17: error: expected ',' or ')', found 'y' [E0105]
#|         z = R.add(x y)
#|                     ^
#| words_for_syntax.py:8:9: error: expected ',' or ')', found a keyword argument [E0105]
#|             axis=[0],
#|             ^~~~
#| words_for_syntax.py:14:14: error: R.Tensor takes its arguments in parentheses [E0401]
#|     def index(x: R.Tensor[(2,), "float32"]):
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~
#| words_for_syntax.py:20:14: error: '(' is never closed [E0105]
#|         y = R.add(x, x; z = x
#|                  ^
#| words_for_syntax.py:28:5: error: an indented suite is missing after this line [E0103]
#|         else:
#|         ^~~~~
