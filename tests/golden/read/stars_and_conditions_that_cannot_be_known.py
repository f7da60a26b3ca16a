# test: fails check
@R.function
def main(x: R.Tensor((2, 3), "float32"), c: R.Tensor((), "bool")):
    a = R.add(*x)
    b = R.add(*missing)
    d = R.add(**x)
    e = x if c else x
    f = R.tuple(*R.split(x, 2))
    return x

#| stars_and_conditions_that_cannot_be_known.py:4:15: error: only a list or a tuple can be starred, as written or by its name [E0106]
#|         a = R.add(*x)
#|                   ^~
#| stars_and_conditions_that_cannot_be_known.py:5:16: error: 'missing' is not defined [E0201]
#|         b = R.add(*missing)
#|                    ^~~~~~~
#| stars_and_conditions_that_cannot_be_known.py:6:15: error: expected an expression, found '**' [E0105]
#|         d = R.add(**x)
#|                   ^~
#| stars_and_conditions_that_cannot_be_known.py:7:14: error: the condition of a conditional expression is True or False while the script is read, not 'c'; use an if statement [E0106]
#|         e = x if c else x
#|                  ^
#| stars_and_conditions_that_cannot_be_known.py:8:17: error: only a list or a tuple can be starred, as written or by its name [E0106]
#|         f = R.tuple(*R.split(x, 2))
#|                     ^~~~~~~~~~~~~~
