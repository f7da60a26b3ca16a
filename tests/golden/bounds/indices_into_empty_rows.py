# test: fails run --input=x=iota '--input=i=2xi64=[1 7]' --compare=eval
# A tensor without elements is made of no index, but they are looked at.
@R.function
def main(x: R.Tensor((4, 0), "float32"), i: R.Tensor((2,), "int64")):
    a = R.take(x, i, axis=0)
    return a

#| indices_into_empty_rows.py:5:9: error: R.take: index 7 at (1,) is outside axis 0 of size 4 [E0701]
#|         a = R.take(x, i, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~
