# test: fails check
# Characters that no token begins with.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, $x)
    z = x ? x
    w = R.add(x, x) \ # more
    return x

#| bad_character.py:5:18: error: '$' starts no token [E0102]
#|         y = R.add(x, $x)
#|                      ^
#| bad_character.py:6:11: error: '?' starts no token [E0102]
#|         z = x ? x
#|               ^
#| bad_character.py:7:21: error: '\' starts no token [E0102]
#|         w = R.add(x, x) \ # more
#|                         ^
