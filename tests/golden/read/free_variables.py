# test: fails check
# TVM shows a variable that nothing binds as an annotation without a value; what it says is believed, so that the rest can be checked.
@R.function
def main(x: R.Tensor(s, "float32")) -> R.Object:
    s: R.Shape([2, 3, 4])
    out = R.expand_dims(x, axis=[1, 5])
    return out

#| free_variables.py:5:5: error: 's' has an annotation but no value: nothing binds it [E0106]
#|         s: R.Shape([2, 3, 4])
#|         ^~~~~~~~~~~~~~~~~~~~~
#| free_variables.py:6:28: error: R.expand_dims: axis=5 is outside [-5, 5), the axes of rank 5 [E0405]
#|         out = R.expand_dims(x, axis=[1, 5])
#|                                ^~~~~~~~~~~
