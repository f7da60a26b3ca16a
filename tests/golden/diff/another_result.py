# test: fails diff
# test: fails diff --equal
# The line of a result that is a variable is not that of its binding.
@R.function
def before(x: R.Tensor((4,), "float32")):
    a = R.nn.relu(x)
    b = R.exp(a)
    c = R.add(a, b)
    return c


@R.function
def after(x: R.Tensor((4,), "float32")):
    a = R.nn.relu(x)
    b = R.exp(a)
    c = R.add(a, b)
    return a

#| $ fails diff
#| before, another_result.py:5 and another_result.py:13: 1 changed
#|   another_result.py and another_result.py: changed: result
#|   -       return c
#|   +       return a
#| $ fails diff --equal
#| another_result.py and another_result.py differ: in 'before': a result of 'c'
