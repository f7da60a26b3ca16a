# test: fmt
# The condition is bound before the branches.
@R.function
def main(x: R.Tensor((), "float32"), y: R.Tensor((), "float32")):
    if R.less(x, y):
        w = R.add(x, y)
        z = R.multiply(w, w)
    else:
        z = x
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((), dtype="float32"), y: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
#|     gv3: R.Tensor((), dtype="bool") = R.less(x, y)
#|     if gv3:
#|         w: R.Tensor((), dtype="float32") = R.add(x, y)
#|         z_then: R.Tensor((), dtype="float32") = R.multiply(w, w)
#|         z: R.Tensor((), dtype="float32") = z_then
#|     else:
#|         z: R.Tensor((), dtype="float32") = x
#|     return z
