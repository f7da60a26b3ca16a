# test: fails check
# What was written and what is inferred.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a: R.Tensor((5,), "float32") = R.add(x, x)
        R.output(a)
    return a

#| annotation_contradicts_inference.py:6:40: error: 'a' is R.Tensor((5,), "float32"), but the call gives R.Tensor((2,), "float32") [E0402]
#|             a: R.Tensor((5,), "float32") = R.add(x, x)
#|                                            ^~~~~~~~~~~
