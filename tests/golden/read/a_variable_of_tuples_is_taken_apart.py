# test: fmt
# Beside a tuple of Python, a variable gives its fields, a tuple as written its elements.
@R.function
def main(x: R.Tensor((4, 8), "int32"), u: R.Tensor((4,), "int32")):
    t = (x, u)
    s = t + (x,)
    r = (u,) + t
    q = R.tuple(x, u) + (u,)
    return s, r, q

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 8), dtype="int32"), u: R.Tensor((4,), dtype="int32")) -> R.Tuple(R.Tuple(R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4, 8), dtype="int32")), R.Tuple(R.Tensor((4,), dtype="int32"), R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32")), R.Tuple(R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"))):
#|     t: R.Tuple(R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32")) = x, u
#|     gv1: R.Tensor((4, 8), dtype="int32") = t[0]
#|     gv2: R.Tensor((4,), dtype="int32") = t[1]
#|     s: R.Tuple(R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4, 8), dtype="int32")) = gv1, gv2, x
#|     gv4: R.Tensor((4, 8), dtype="int32") = t[0]
#|     gv5: R.Tensor((4,), dtype="int32") = t[1]
#|     r: R.Tuple(R.Tensor((4,), dtype="int32"), R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32")) = u, gv4, gv5
#|     q: R.Tuple(R.Tensor((4, 8), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32")) = x, u, u
#|     return (s, r, q)
