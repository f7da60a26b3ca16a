# test: fails check
# A nested function sees neither the dims of the function around it nor what is local to a dataflow block.
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    with R.dataflow():
        local = R.add(x, x)

        @R.function
        def inner(y: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
            z = R.add(y, local)
            return z

        out = inner(x)
        R.output(out)
    return out

#| nested_functions.py:11:17: error: 'local' is local to a dataflow block; a nested function cannot use it [E0503]
#|                 z = R.add(y, local)
#|                     ^~~~~~~~~~~~~~~
#| nested_functions.py:7:17: note: 'local' is bound here
#|             local = R.add(x, x)
#|                     ^~~~~~~~~~~
