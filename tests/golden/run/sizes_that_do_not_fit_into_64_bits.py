# test: fails run --input=x=4xf32=ones
# test: fails run --engine=eval --input=x=4xf32=ones
# A size that only the run knows: n * 2^62 is 0 only to those who wrap it.
@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    y = R.zeros((n * 4611686018427387904,), "float32")
    return y

#| $ fails run --input=x=4xf32=ones
#| sizes_that_do_not_fit_into_64_bits.py:7:9: error: a size does not fit into 64 bits [E0701]
#|         y = R.zeros((n * 4611686018427387904,), "float32")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --input=x=4xf32=ones
#| sizes_that_do_not_fit_into_64_bits.py:7:17: error: a size does not fit into 64 bits [E0701]
#|         y = R.zeros((n * 4611686018427387904,), "float32")
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~
