# test: fails check
# The other lines of the signature are not looked at; the body is.
@R.function
def main(
    x: R.Tensor((2,)), "float32"),
    y: R.Tensor((2,), "float32"),
    z: R.Tensor((2,), "float32"),
):
    a = R.ad(x, x)
    return a

#| a_bracket_ends_a_signature.py:5:24: error: expected ')', found a string [E0105]
#|         x: R.Tensor((2,)), "float32"),
#|                            ^~~~~~~~~
#| a_bracket_ends_a_signature.py:9:9: error: 'R.ad' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|         a = R.ad(x, x)
#|             ^~~~
