# test: fails check
# As in Python, they need one, too.
@R.function
def main(x: R.Tensor((2, 3), "float32") = None, y: R.Tensor((2, 3), "float32")):
    return x

#| parameters_behind_a_default.py:4:43: warning: the default of 'x' is ignored, as by TVM: what is printed does not have it [W0105]
#|     def main(x: R.Tensor((2, 3), "float32") = None, y: R.Tensor((2, 3), "float32")):
#|                                               ^~~~
#| parameters_behind_a_default.py:4:49: error: a parameter without a default value behind one that has one [E0105]
#|     def main(x: R.Tensor((2, 3), "float32") = None, y: R.Tensor((2, 3), "float32")):
#|                                                     ^
