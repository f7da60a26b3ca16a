# test: fails check
# A list that Python may have changed since is not known any longer, whatever name it has.
shape = [2, 3]
other = shape
shape.append(4)
size = [5]
size[0] = 6
kept = [7]
kept.index(7)


@R.function
def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32")):
    return a

#| lists_that_python_changes.py:13:22: error: 'shape' is not defined: Python may change the list that it was [E0201]
#|     def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32")):
#|                          ^~~~~
#| lists_that_python_changes.py:3:9: note: it is bound here
#|     shape = [2, 3]
#|             ^~~~~~
#| lists_that_python_changes.py:13:53: error: 'other' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32")):
#|                                                         ^~~~~
#| lists_that_python_changes.py:4:9: note: it is bound here
#|     other = shape
#|             ^~~~~
#| lists_that_python_changes.py:13:84: error: 'size' is not defined: Python may change the list that it was [E0201]
#|     def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32")):
#|                                                                                        ^~~~
#| lists_that_python_changes.py:6:8: note: it is bound here
#|     size = [5]
#|            ^~~
