# test: fails run --dim=n=4294967296 --input=x=2xf32=ones --input=s=[4294967296]
# test: fails run --engine=eval --input=x=2xf32=ones --input=s=[4294967296]
# n * n + 2 is not 2.
@R.function
def main(s: R.Shape(["n"]), x: R.Tensor(("n * n + 2",), "float32")):
    n = T.int64()
    return x

#| $ fails run --dim=n=4294967296 --input=x=2xf32=ones --input=s=[4294967296]
#| dims_that_do_not_fit_into_64_bits.py:5:29: error: a size does not fit into 64 bits [E0701]
#|     def main(s: R.Shape(["n"]), x: R.Tensor(("n * n + 2",), "float32")):
#|                                 ^
#| $ fails run --engine=eval --input=x=2xf32=ones --input=s=[4294967296]
#| dims_that_do_not_fit_into_64_bits.py:5:29: error: argument 'x' of 'main': dim 0 is 2, and a size does not fit into 64 bits [E0701]
#|     def main(s: R.Shape(["n"]), x: R.Tensor(("n * n + 2",), "float32")):
#|                                 ^
