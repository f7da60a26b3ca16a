# test: fails run --input=x=iota '--input=i=2x3xi32=[0 3 1][2 2 4]' --compare=eval
# Along the axis they may be as many as one likes, but each within the data.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((2, 3), "int32")):
    a = R.gather_elements(x, i, axis=0)
    return a

#| indices_of_gather_elements.py:5:9: error: R.gather_elements: index 4 at (1, 2) is outside axis 0 of size 4 [E0701]
#|         a = R.gather_elements(x, i, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
