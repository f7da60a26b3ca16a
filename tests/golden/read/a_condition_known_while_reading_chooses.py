# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.add(x, x) if 2 > 1 else R.multiply(x, x)
    z = 1 if False else 2 if None else 3
    s = R.shape([4 if True else undefined, 5])
    w = R.sum(y, axis=[0] if 1 else None)
    return w

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((3,), dtype="float32"):
#|     y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
#|     z: R.Tensor((), dtype="int32") = R.const(3, "int32")
#|     s: R.Shape([4, 5]) = R.shape([4, 5])
#|     w: R.Tensor((3,), dtype="float32") = R.sum(y, axis=[0], keepdims=False)
#|     return w
