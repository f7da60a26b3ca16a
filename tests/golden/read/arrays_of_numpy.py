# test: fmt
# Arrays of numpy that are written as values are constants; numpy's dtypes are dtypes.
import numpy as np
from tvm.script import relax as R

WEIGHT = np.array([[1, 2], [3, 4]], "float32")
HALVES = WEIGHT.astype(np.float16)
dtype = np.float32


@R.function
def main(x: R.Tensor((2, 2), np.float32)):
    a = R.add(x, R.const(WEIGHT))
    b = R.add(a, R.const(np.zeros((2, 2), dtype=np.float32)))
    c = R.add(b, R.const(np.full((2,), 0.5), "float32"))
    d = R.astype(R.const(np.arange(4).reshape(2, 2)), dtype)
    e = R.add(c, R.const(np.float32(1.5)))
    f = R.add(R.const(HALVES), R.const(np.eye(2, dtype="float16")))
    g = R.zeros(WEIGHT.shape, WEIGHT.dtype)
    return (d, e, f, g)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float16"), R.Tensor((2, 2), dtype="float32")):
#|     a: R.Tensor((2, 2), dtype="float32") = R.add(x, R.const([[1.0, 2.0], [3.0, 4.0]], "float32"))
#|     b: R.Tensor((2, 2), dtype="float32") = R.add(a, R.const([[0.0, 0.0], [0.0, 0.0]], "float32"))
#|     c: R.Tensor((2, 2), dtype="float32") = R.add(b, R.const([0.5, 0.5], "float32"))
#|     d: R.Tensor((2, 2), dtype="float32") = R.astype(R.const([[0, 1], [2, 3]], "int64"), dtype="float32")
#|     e: R.Tensor((2, 2), dtype="float32") = R.add(c, R.const(1.5, "float32"))
#|     f: R.Tensor((2, 2), dtype="float16") = R.add(R.const([[1.0, 2.0], [3.0, 4.0]], "float16"), R.const([[1.0, 0.0], [0.0, 1.0]], "float16"))
#|     g: R.Tensor((2, 2), dtype="float32") = R.zeros(R.shape([2, 2]), dtype="float32")
#|     return (d, e, f, g)
