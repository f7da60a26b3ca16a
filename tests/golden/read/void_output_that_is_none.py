# test: fails check
# A name without a value before a dataflow block must be one of its outputs.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32")):
    a: R.Tuple
    with R.dataflow():
        y = R.add(x, x)
        R.output(y)
    b: R.Tuple
    return y

#| void_output_that_is_none.py:5:5: error: 'a' has an annotation but no value, and the dataflow block behind it does not output it [E0106]
#|         a: R.Tuple
#|         ^~~~~~~~~~
#| void_output_that_is_none.py:9:5: error: 'b' has an annotation but no value: nothing binds it [E0106]
#|         b: R.Tuple
#|         ^~~~~~~~~~
