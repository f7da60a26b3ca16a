# test: fails check
# With the place of the call.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        R.print(x, format="x")
        a = R.add(x, x)
        R.output(a)
    return a

#| impure_call_in_dataflow.py:6:9: error: R.print is impure, but a dataflow block is pure [E0502]
#|             R.print(x, format="x")
#|             ^~~~~~~~~~~~~~~~~~~~~~
