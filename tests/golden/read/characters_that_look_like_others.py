# test: fails check
# What comes along when text is copied from a page: quotation marks, dashes, blanks of no width.
@R.function
def main(x: R.Tensor((2,), “float32”)):
    y = R.add(x, x)
    z = R.add(y, x)​
    α = R.add(x, x)
    return x – y

#| characters_that_look_like_others.py:4:28: error: the character U+201C starts no token; strings stand in " or ' [E0102]
#|     def main(x: R.Tensor((2,), “float32”)):
#|                                ^
#| characters_that_look_like_others.py:6:20: error: the character U+200B starts no token [E0102]
#|         z = R.add(y, x)​
#|                        ^
#| characters_that_look_like_others.py:8:14: error: the character U+2013 starts no token [E0102]
#|         return x – y
#|                  ^
