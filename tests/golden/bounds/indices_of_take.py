# test: fails run --input=x=iota '--input=i=2x2xi32=[0 3][-1 4]' --compare=eval
# An index outside of its axis is told with its place; negative ones are outside.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((2, 2), "int32")):
    a = R.take(x, i, axis=0)
    return a

#| indices_of_take.py:5:9: error: R.take: index -1 at (1, 0) is outside axis 0 of size 4 [E0701]
#|         a = R.take(x, i, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~
