# test: diff
# test: fails diff --equal
# An output of a block that stands elsewhere differs in its place only.
@R.function
def before(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.nn.relu(x)
        b = R.exp(y)
        c = R.subtract(a, b)
        R.output(a, c)
    return (a, c)


@R.function
def after(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
    with R.dataflow():
        b = R.exp(y)
        a = R.nn.relu(x)
        c = R.subtract(a, b)
        R.output(a, c)
    return (a, c)

#| $ diff
#| $ fails diff --equal
#| the_order_of_outputs_is_said.py and the_order_of_outputs_is_said.py differ: in 'before': the order of the bindings
