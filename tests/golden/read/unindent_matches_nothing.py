# test: fails check
# No enclosing suite has this depth.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
  return y

#| unindent_matches_nothing.py:6:1: error: the indentation matches no enclosing suite [E0103]
#|       return y
#|     ^~
