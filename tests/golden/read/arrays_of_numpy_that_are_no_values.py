# test: fails check
# Nothing is executed: of numpy only plain values are read.
import numpy as np
from tvm.script import relax as R


@R.function
def main(x: R.Tensor((2, 2), "float32")):
    a = R.add(x, R.const(np.random.rand(2, 2)))
    b = R.add(x, R.const(np.zeros((2, -2), "float32")))
    c = R.add(x, R.const(np.zeros((100000, 100000))))
    d = R.add(x, R.const(np.array([1, 300], "uint8")))
    e = R.add(x, R.const(np.ones((2, 2), dtyp="float32")))
    f = R.add(x, R.const(np.array([[1, 2], [3]])))
    g = R.add(x, np.zeros((2, 2)))
    return x

#| arrays_of_numpy_that_are_no_values.py:9:26: error: 'np.random.rand' is not evaluated, since nothing is executed; np.array, np.zeros, np.ones, np.full, np.eye and np.arange of plain values are read [E0106]
#|         a = R.add(x, R.const(np.random.rand(2, 2)))
#|                              ^~~~~~~~~~~~~~~~~~~~
#| arrays_of_numpy_that_are_no_values.py:10:39: error: the dims of an array are integers that are not negative, known here [E0314]
#|         b = R.add(x, R.const(np.zeros((2, -2), "float32")))
#|                                           ^~
#| arrays_of_numpy_that_are_no_values.py:11:35: error: an array of numpy with more than 268435456 elements [E0902]
#|         c = R.add(x, R.const(np.zeros((100000, 100000))))
#|                                       ^~~~~~~~~~~~~~~~
#| arrays_of_numpy_that_are_no_values.py:12:39: error: the number does not fit into uint8 [E0902]
#|         d = R.add(x, R.const(np.array([1, 300], "uint8")))
#|                                           ^~~
#| arrays_of_numpy_that_are_no_values.py:13:42: error: np.ones has no parameter 'dtyp' here; did you mean 'dtype'? [E0301]
#|         e = R.add(x, R.const(np.ones((2, 2), dtyp="float32")))
#|                                              ^~~~
#| arrays_of_numpy_that_are_no_values.py:14:44: error: the lists of a constant must have the same size at each level [E0403]
#|         f = R.add(x, R.const(np.array([[1, 2], [3]])))
#|                                                ^~~
#| arrays_of_numpy_that_are_no_values.py:15:18: error: an array of numpy is not an expression [E0305]
#|         g = R.add(x, np.zeros((2, 2)))
#|                      ^~~~~~~~~~~~~~~~
