# test: fails check
# What Python assigns is known only if it is plainly a value.
from somewhere import K

N = compute()
big = 10**100
W = 4
if K:
    W = 5


@R.function
def main(a: R.Tensor((N, 3), "float32"), b: R.Tensor((big,), "float32"), c: R.Tensor((W,), "float32")):
    return a


def test(p, *, q=3):
    @R.function
    def inner(a: R.Tensor((p, q, K), "float32")):
        return a


@R.function
def later(a: R.Tensor((V,), "float32")):
    return a


V = 3

#| names_of_python_are_not_evaluated.py:13:23: error: 'N' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def main(a: R.Tensor((N, 3), "float32"), b: R.Tensor((big,), "float32"), c: R.Tensor((W,), "float32")):
#|                           ^
#| names_of_python_are_not_evaluated.py:5:1: note: it is bound here
#|     N = compute()
#|     ^
#| names_of_python_are_not_evaluated.py:13:55: error: 'big' is not defined: the integer is beyond 2**120 [E0201]
#|     def main(a: R.Tensor((N, 3), "float32"), b: R.Tensor((big,), "float32"), c: R.Tensor((W,), "float32")):
#|                                                           ^~~
#| names_of_python_are_not_evaluated.py:6:1: note: it is bound here
#|     big = 10**100
#|     ^~~
#| names_of_python_are_not_evaluated.py:13:87: error: 'W' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def main(a: R.Tensor((N, 3), "float32"), b: R.Tensor((big,), "float32"), c: R.Tensor((W,), "float32")):
#|                                                                                           ^
#| names_of_python_are_not_evaluated.py:9:5: note: it is bound here
#|         W = 5
#|         ^
#| names_of_python_are_not_evaluated.py:19:28: error: 'p' is not defined: what Python assigns to it is not evaluated [E0201]
#|         def inner(a: R.Tensor((p, q, K), "float32")):
#|                                ^
#| names_of_python_are_not_evaluated.py:17:10: note: it is bound here
#|     def test(p, *, q=3):
#|              ^
#| names_of_python_are_not_evaluated.py:19:31: error: 'q' is not defined: what Python assigns to it is not evaluated [E0201]
#|         def inner(a: R.Tensor((p, q, K), "float32")):
#|                                   ^
#| names_of_python_are_not_evaluated.py:17:16: note: it is bound here
#|     def test(p, *, q=3):
#|                    ^
#| names_of_python_are_not_evaluated.py:19:34: error: 'K' is not defined: what Python assigns to it is not evaluated [E0201]
#|         def inner(a: R.Tensor((p, q, K), "float32")):
#|                                      ^
#| names_of_python_are_not_evaluated.py:3:23: note: it is bound here
#|     from somewhere import K
#|                           ^
#| names_of_python_are_not_evaluated.py:24:24: error: 'V' is not defined; a signature declares a symbolic dim by a string, "V" [E0201]
#|     def later(a: R.Tensor((V,), "float32")):
#|                            ^
