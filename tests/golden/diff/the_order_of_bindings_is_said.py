# test: diff
# test: fails diff --equal
# Bindings without effects may stand in any order: no change. What asks for the same text up to names is told that it is the order.
@R.function
def before(x: R.Tensor((4,), "float32")):
    a = R.nn.relu(x)
    b = R.exp(x)
    c = R.add(a, b)
    return c


@R.function
def after(x: R.Tensor((4,), "float32")):
    b = R.exp(x)
    a = R.nn.relu(x)
    c = R.add(a, b)
    return c

#| $ diff
#| $ fails diff --equal
#| the_order_of_bindings_is_said.py and the_order_of_bindings_is_said.py differ: in 'before': the order of the bindings
