# test: migrate --diff
# A padding that is a constant becomes an attribute; a number is one in either version.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.nn.pad(x, R.const(0.5, "float32"), pad_width=[1, 1, 1, 1])
    z = R.nn.pad(y, [1, 1, 1, 1], 0.5)
    return z


print(1)
print(2)
print(3)

#| --- migrate_a_padding.py
#| +++ migrate_a_padding.py	migrated
#| @@ -1,9 +1,9 @@
#|  # test: migrate --diff
#|  # A padding that is a constant becomes an attribute; a number is one in either version.
#|  @R.function
#| -def main(x: R.Tensor((2, 3), "float32")):
#| -    y = R.nn.pad(x, R.const(0.5, "float32"), pad_width=[1, 1, 1, 1])
#| -    z = R.nn.pad(y, [1, 1, 1, 1], 0.5)
#| +def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((6, 7), dtype="float32"):
#| +    y: R.Tensor((4, 5), dtype="float32") = R.nn.pad(x, pad_width=[1, 1, 1, 1], pad_value=0.5, pad_mode="constant")
#| +    z: R.Tensor((6, 7), dtype="float32") = R.nn.pad(y, pad_width=[1, 1, 1, 1], pad_value=0.5, pad_mode="constant")
#|      return z
#|  
#|  
#| migrate_a_padding.py: warning: the text uses R, which the file does not import: from tvm.script import relax as R [W0104]
#| migrate_a_padding.py: 1 change to tvm-0.26
#|   R.nn.pad(x, R.const(0.0, "float32"), ...) -> R.nn.pad(x, pad_value=0.0, ...): 1 place, first at 5:9 (the padding is an attribute)
#|   the function 'main' is printed anew, at line 3
