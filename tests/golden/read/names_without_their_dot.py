# test: fails check
# What was meant by names that lost their prefix, and by arguments that have other frameworks' names.
@R.function
def main(x: R.Tensor((1, 2, 8, 8), "float32"), w: R.Tensor((2, 2, 3, 3), "float32"), k: RTensor((2,))):
    a = relu(x)
    b = R.nn.conv2d(x, w, pad=1)
    c = R.add(x, rhs=x)
    reutrn(x)

#| names_without_their_dot.py:4:89: error: 'RTensor' is not defined; did you mean 'R.Tensor'? [E0201]
#|     def main(x: R.Tensor((1, 2, 8, 8), "float32"), w: R.Tensor((2, 2, 3, 3), "float32"), k: RTensor((2,))):
#|                                                                                             ^~~~~~~
#| names_without_their_dot.py:5:9: error: 'relu' is not defined; did you mean 'R.nn.relu'? [E0201]
#|         a = relu(x)
#|             ^~~~
#| names_without_their_dot.py:6:27: error: R.nn.conv2d has no parameter 'pad'; did you mean 'padding'? [E0301]
#|         b = R.nn.conv2d(x, w, pad=1)
#|                               ^~~
#| names_without_their_dot.py:7:18: error: R.add has no parameter 'rhs'; did you mean 'x2'? [E0301]
#|         c = R.add(x, rhs=x)
#|                      ^~~
#| names_without_their_dot.py:8:5: error: 'reutrn' is not defined; did you mean 'return'? [E0201]
#|         reutrn(x)
#|         ^~~~~~
