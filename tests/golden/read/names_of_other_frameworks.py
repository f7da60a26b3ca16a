# test: fails check
# What PyTorch, numpy and ONNX call an operator, and operators without their namespace.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.mul(x, x)
    b = R.relu(x)
    c = R.nn.ReLU(x)
    d = R.transpose(x)
    e = R.nn.matmul(x, x)
    f = R.cast(x, "float16")
    g = R.concatenate((x, x))
    h = R.nn.softmx(x)
    i = relax.op.ad(x, x)
    j = add(x, x)
    k: Tensor((2, 3), "float32") = x
    l = R.nn
    return x

#| names_of_other_frameworks.py:5:9: error: 'R.mul' is no operator or intrinsic; did you mean 'R.multiply'? [E0203]
#|         a = R.mul(x, x)
#|             ^~~~~
#| names_of_other_frameworks.py:6:9: error: 'R.relu' is no operator or intrinsic; did you mean 'R.nn.relu'? [E0203]
#|         b = R.relu(x)
#|             ^~~~~~
#| names_of_other_frameworks.py:7:9: error: 'R.nn.ReLU' is no operator or intrinsic; did you mean 'R.nn.relu'? [E0203]
#|         c = R.nn.ReLU(x)
#|             ^~~~~~~~~
#| names_of_other_frameworks.py:8:9: error: 'R.transpose' is no operator or intrinsic; did you mean 'R.permute_dims'? [E0203]
#|         d = R.transpose(x)
#|             ^~~~~~~~~~~
#| names_of_other_frameworks.py:9:9: error: 'R.nn.matmul' is no operator or intrinsic; did you mean 'R.matmul'? [E0203]
#|         e = R.nn.matmul(x, x)
#|             ^~~~~~~~~~~
#| names_of_other_frameworks.py:10:9: error: 'R.cast' is no operator or intrinsic; did you mean 'R.astype'? [E0203]
#|         f = R.cast(x, "float16")
#|             ^~~~~~
#| names_of_other_frameworks.py:11:9: error: 'R.concatenate' is no operator or intrinsic; did you mean 'R.concat'? [E0203]
#|         g = R.concatenate((x, x))
#|             ^~~~~~~~~~~~~
#| names_of_other_frameworks.py:12:9: error: 'R.nn.softmx' is no operator or intrinsic; did you mean 'R.nn.softmax'? [E0203]
#|         h = R.nn.softmx(x)
#|             ^~~~~~~~~~~
#| names_of_other_frameworks.py:13:9: error: 'relax.op.ad' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|         i = relax.op.ad(x, x)
#|             ^~~~~~~~~~~
#| names_of_other_frameworks.py:14:9: error: 'add' is not defined; did you mean 'R.add'? [E0201]
#|         j = add(x, x)
#|             ^~~
#| names_of_other_frameworks.py:15:8: error: 'Tensor' is not defined; did you mean 'R.Tensor'? [E0201]
#|         k: Tensor((2, 3), "float32") = x
#|            ^~~~~~
#| names_of_other_frameworks.py:16:9: error: 'R.nn' alone has no value [E0203]
#|         l = R.nn
#|             ^~~~
