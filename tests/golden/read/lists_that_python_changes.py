# test: fails check
# A list that Python may have changed since is not known any longer, whatever name it has.
shape = [2, 3]
other = shape
shape.append(4)
size = [5]
size[0] = 6
twin = grown = [8]
grown += [9]
cut = [2, 4]
short = cut
if shape:
    del cut[0]
kept = [7]
kept.index(7)


@R.function
def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"), f: R.Tensor(short, "float32")):
    return a

#| lists_that_python_changes.py:19:22: error: 'shape' is not defined: Python may change the list that it was [E0201]
#|     def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"),...
#|                          ^~~~~
#| lists_that_python_changes.py:3:9: note: it is bound here
#|     shape = [2, 3]
#|             ^~~~~~
#| lists_that_python_changes.py:19:53: error: 'other' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"),...
#|                                                         ^~~~~
#| lists_that_python_changes.py:4:9: note: it is bound here
#|     other = shape
#|             ^~~~~
#| lists_that_python_changes.py:19:84: error: 'size' is not defined: Python may change the list that it was [E0201]
#|     ... main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"), f:...
#|                                                                                        ^~~~
#| lists_that_python_changes.py:6:8: note: it is bound here
#|     size = [5]
#|            ^~~
#| lists_that_python_changes.py:19:144: error: 'twin' is not defined: what Python assigns to it is not evaluated [E0201]
#|     ...at32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"), f: R.Tensor(short, "float32")):
#|                                                                                        ^~~~
#| lists_that_python_changes.py:8:16: note: it is bound here
#|     twin = grown = [8]
#|                    ^~~
#| lists_that_python_changes.py:19:174: error: 'short' is not defined: what Python assigns to it is not evaluated [E0201]
#|     ...at32"), d: R.Tensor(kept, "float32"), e: R.Tensor(twin, "float32"), f: R.Tensor(short, "float32")):
#|                                                                                        ^~~~~
#| lists_that_python_changes.py:11:9: note: it is bound here
#|     short = cut
#|             ^~~
