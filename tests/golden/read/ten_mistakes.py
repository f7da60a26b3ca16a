# test: fails check
# Ten mistakes of ten kinds in one function get ten messages.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3, 4), "flaot32"), i: R.Tensor((2,), "int64"), w: R.Tensor((4, 5), "float32")):
    a = R.matmull(x, x)
    b = R.add(x, $a)
    c = R.sum(x, axes=1)
    d = R.matmul(x, w)
    e = R.add(x, undefined)
    f = R.sqrt(i)
    g: R.Tensor((7,), "float32") = R.add(x, x)
    h = R.add(x
    k = R.sum(x, axis=5)
    l = R.add(k, c)
    m += l
    return m

#| ten_mistakes.py:4:62: error: there is no dtype 'flaot32'; did you mean 'float32'? [E0406]
#|     def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((3, 4), "flaot32"), i: R.Tensor((2,), "int64"), w: R.Tensor((4, 5), "float32")):
#|                                                                  ^~~~~~~~~
#| ten_mistakes.py:5:9: error: 'R.matmull' is no operator or intrinsic; did you mean 'R.matmul'? [E0203]
#|         a = R.matmull(x, x)
#|             ^~~~~~~~~
#| ten_mistakes.py:6:18: error: '$' starts no token [E0102]
#|         b = R.add(x, $a)
#|                      ^
#| ten_mistakes.py:7:18: error: R.sum has no parameter 'axes'; did you mean 'axis'? [E0301]
#|         c = R.sum(x, axes=1)
#|                      ^~~~
#| ten_mistakes.py:8:9: error: R.matmul: shapes (2, 3) and (4, 5) cannot be multiplied: 3 columns here and 4 rows there [E0403]
#|         d = R.matmul(x, w)
#|             ^~~~~~~~~~~~~~
#| ten_mistakes.py:9:18: error: 'undefined' is not defined [E0201]
#|         e = R.add(x, undefined)
#|                      ^~~~~~~~~
#| ten_mistakes.py:10:16: error: R.sqrt: x must have a float dtype, found int64 [E0404]
#|         f = R.sqrt(i)
#|                    ^
#| ten_mistakes.py:11:36: error: 'g' is R.Tensor((7,), "float32"), but the call gives R.Tensor((2, 3), "float32") [E0402]
#|         g: R.Tensor((7,), "float32") = R.add(x, x)
#|                                        ^~~~~~~~~~~
#| ten_mistakes.py:12:14: error: '(' is never closed [E0105]
#|         h = R.add(x
#|                  ^
#| ten_mistakes.py:13:18: error: R.sum: axis=5 is outside [-2, 2), the axes of rank 2 [E0405]
#|         k = R.sum(x, axis=5)
#|                      ^~~~~~
#| ten_mistakes.py:15:5: error: an augmented assignment is not part of Relax functions; write out the operator [E0106]
#|         m += l
#|         ^~~~~~
