# test: fails check
# Independent mistakes get a message each, and nothing else is said.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y):
  a = R.add(x, x)
    b = R.add(a, a)
  c = "unterminated
  d = R.add(x, x))
  e = R.add(x,, x)
  f = 0x + x
  g = R.add(x, x) R.add(x, x)
  lambda z: z
  h = [x for x in y]
  def inner(z: R.Tensor((2,), "float32")):
    return z
  k: R.Tensr((2,), "float32") = R.add(x, x)
  with R.dataflow:
    m = R.add(x, x)
  return x, q
  n = R.add(x, x)

#| ten_mistakes_of_syntax.py:4:42: error: the parameter 'y' needs an annotation [E0401]
#|     def main(x: R.Tensor((2, 3), "float32"), y):
#|                                              ^
#| ten_mistakes_of_syntax.py:6:5: error: the line is indented, but no ':' opens a suite before it [E0103]
#|         b = R.add(a, a)
#|         ^
#| ten_mistakes_of_syntax.py:7:7: error: the string is not closed [E0104]
#|       c = "unterminated
#|           ^~~~~~~~~~~~~
#| ten_mistakes_of_syntax.py:8:18: error: ')' closes nothing [E0105]
#|       d = R.add(x, x))
#|                      ^
#| ten_mistakes_of_syntax.py:9:13: error: an expression is missing between two commas [E0105]
#|       e = R.add(x,, x)
#|                 ^
#| ten_mistakes_of_syntax.py:10:7: error: '0x' is no number [E0104]
#|       f = 0x + x
#|           ^~
#| ten_mistakes_of_syntax.py:11:19: error: expected the end of the line, found 'R.add' [E0105]
#|       g = R.add(x, x) R.add(x, x)
#|                       ^~~~~
#| ten_mistakes_of_syntax.py:12:3: error: a lambda may only be an index map [E0106]
#|       lambda z: z
#|       ^~~~~~~~~~~
#| ten_mistakes_of_syntax.py:13:10: error: a comprehension is not part of the language [E0106]
#|       h = [x for x in y]
#|              ^~~
#| ten_mistakes_of_syntax.py:14:7: error: a function needs the decorator @R.function or @T.prim_func [E0106]
#|       def inner(z: R.Tensor((2,), "float32")):
#|           ^~~~~
#| ten_mistakes_of_syntax.py:16:6: error: 'R.Tensr' is no operator or intrinsic; did you mean 'R.Tensor'? [E0203]
#|       k: R.Tensr((2,), "float32") = R.add(x, x)
#|          ^~~~~~~
#| ten_mistakes_of_syntax.py:17:8: error: only `with R.dataflow():` is part of Relax functions [E0106]
#|       with R.dataflow:
#|            ^~~~~~~~~~
#| ten_mistakes_of_syntax.py:19:13: error: 'q' is not defined [E0201]
#|       return x, q
#|                 ^
#| ten_mistakes_of_syntax.py:20:3: error: a statement after the return [E0503]
#|       n = R.add(x, x)
#|       ^~~~~~~~~~~~~~~
