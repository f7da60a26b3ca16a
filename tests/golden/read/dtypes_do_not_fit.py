# test: fails check
# Nothing is converted silently.
@R.function
def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float16"), i: R.Tensor((2,), "int32")):
    a = R.add(x, y)
    b = R.sqrt(i)
    c = R.logical_and(x, y)
    d = R.take(x, y)
    return x

#| dtypes_do_not_fit.py:5:9: error: R.add: dtypes float32 and float16 differ [E0404]
#|         a = R.add(x, y)
#|             ^~~~~~~~~~~
#| dtypes_do_not_fit.py:6:16: error: R.sqrt: x must have a float dtype, found int32 [E0404]
#|         b = R.sqrt(i)
#|                    ^
#| dtypes_do_not_fit.py:7:9: error: R.logical_and: dtypes float32 and float16 differ [E0404]
#|         c = R.logical_and(x, y)
#|             ^~~~~~~~~~~~~~~~~~~
#| dtypes_do_not_fit.py:8:19: error: R.take: indices must have an integer dtype, found float16 [E0404]
#|         d = R.take(x, y)
#|                       ^
