# test: fails check
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(("n",), "float32")):
    n = T.int64()
    a = max(x, x)
    b = R.const(float(x), "float32")
    c = R.const(float("one"), "float32")
    d = R.const(int(float("inf")), "int64")
    e = R.const(int("1.5"))
    f = R.zeros((max(n, 2),), "float32")
    g = R.const(len(3))
    h = R.const(max([]))
    i = R.const(abs(-9223372036854775808))
    j = R.const(float(1, 2))
    k = R.const(max(1, 2, key=3))
    l = R.const(sum([[1], [2]], []))
    m = R.const(int(n))
    o = R.const(float("1e400"))
    return x

#| functions_of_python_misused.py:5:13: error: Python's max takes values of Python, not 'x'; did you mean 'R.max'? [E0315]
#|         a = max(x, x)
#|                 ^
#| functions_of_python_misused.py:6:23: error: Python's float takes values of Python, not 'x' [E0315]
#|         b = R.const(float(x), "float32")
#|                           ^
#| functions_of_python_misused.py:7:23: error: this text is no number [E0310]
#|         c = R.const(float("one"), "float32")
#|                           ^~~~~
#| functions_of_python_misused.py:8:21: error: the number does not fit into 64 bits [E0902]
#|         d = R.const(int(float("inf")), "int64")
#|                         ^~~~~~~~~~~~
#| functions_of_python_misused.py:9:21: error: this text is no integer of 64 bits [E0310]
#|         e = R.const(int("1.5"))
#|                         ^~~~~
#| functions_of_python_misused.py:10:22: error: the greatest and the least of primitive expressions are T.max and T.min [E0315]
#|         f = R.zeros((max(n, 2),), "float32")
#|                          ^
#| functions_of_python_misused.py:11:17: error: Python's len is not defined on an integer [E0315]
#|         g = R.const(len(3))
#|                     ^~~~~~
#| functions_of_python_misused.py:12:17: error: there is no greatest or least of nothing [E0315]
#|         h = R.const(max([]))
#|                     ^~~~~~~
#| functions_of_python_misused.py:13:17: error: the integer does not fit into 64 bits [E0902]
#|         i = R.const(abs(-9223372036854775808))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~
#| functions_of_python_misused.py:14:17: error: Python's float takes one argument here [E0303]
#|         j = R.const(float(1, 2))
#|                     ^~~~~~~~~~~
#| functions_of_python_misused.py:15:27: error: a keyword argument cannot stand here [E0106]
#|         k = R.const(max(1, 2, key=3))
#|                               ^~~
#| functions_of_python_misused.py:16:33: error: lists are added by '+' [E0315]
#|         l = R.const(sum([[1], [2]], []))
#|                                     ^~
#| functions_of_python_misused.py:17:17: error: Python's int is not defined on a primitive expression [E0315]
#|         m = R.const(int(n))
#|                     ^~~~~~
#| functions_of_python_misused.py:18:23: error: the number does not fit into float64 [E0902]
#|         o = R.const(float("1e400"))
#|                           ^~~~~~~
