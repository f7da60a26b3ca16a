# test: fails check
# What a newcomer writes.
import numpy as np
w = np.zeros((1000000000000,))
for i in x: pass
@R.function
def main(x: R.Tensor((2,), "float32") = 3):
    y = R.const(w)
    a = x @ x
    b = R.reshape(x, (x.shape[0], 3))
    c = R.chunk(x, 2)
    d = R.astype(x, R.float16)
    n = T.var("int64")
    e: R.Tensor(2, 3, "float32") = x
    f: (R.Tensor, R.Tensor) = x
    g = R.match_cast(x, (2,))
    return x

#| mistakes_of_newcomers.py:7:41: warning: the default of 'x' is ignored, as by TVM: what is printed does not have it [W0105]
#|     def main(x: R.Tensor((2,), "float32") = 3):
#|                                             ^
#| mistakes_of_newcomers.py:8:17: error: 'w' is not defined: an array of numpy with more than 268435456 elements [E0201]
#|         y = R.const(w)
#|                     ^
#| mistakes_of_newcomers.py:4:1: note: it is bound here
#|     w = np.zeros((1000000000000,))
#|     ^
#| mistakes_of_newcomers.py:9:9: error: this operator is not defined on Relax expressions; call R.matmul [E0106]
#|         a = x @ x
#|             ^~~~~
#| mistakes_of_newcomers.py:10:23: error: an element of a tensor's shape is no dim of a shape; dims are numbers and the symbols of the signature and of match_casts [E0306]
#|         b = R.reshape(x, (x.shape[0], 3))
#|                           ^~~~~~~~~~
#| mistakes_of_newcomers.py:11:9: error: 'R.chunk' is no operator or intrinsic; did you mean 'R.split'? [E0203]
#|         c = R.chunk(x, 2)
#|             ^~~~~~~
#| mistakes_of_newcomers.py:12:21: error: 'R.float16' is no operator or intrinsic; a dtype is written as a string, "float16" [E0203]
#|         d = R.astype(x, R.float16)
#|                         ^~~~~~~~~
#| mistakes_of_newcomers.py:13:9: error: 'T.var' is no operator or intrinsic; a symbolic dim is declared by n = T.int64() [E0203]
#|         n = T.var("int64")
#|             ^~~~~
#| mistakes_of_newcomers.py:14:17: error: a shape is a tuple of dims, as in R.Tensor((2, 3), "float32") [E0401]
#|         e: R.Tensor(2, 3, "float32") = x
#|                     ^
#| mistakes_of_newcomers.py:15:8: error: a tuple is no struct info; that of a tuple is R.Tuple(...) [E0401]
#|         f: (R.Tensor, R.Tensor) = x
#|            ^~~~~~~~~~~~~~~~~~~~
#| mistakes_of_newcomers.py:16:25: error: a tuple is no struct info; a shape stands in R.Tensor((2, 3), "float32") [E0401]
#|         g = R.match_cast(x, (2,))
#|                             ^~~~
