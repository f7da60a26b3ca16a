# test: fmt
# Dims of slices as TVM's simplifier writes them: what only a proof would tell stays as it is.
@R.function
def main(x: R.Tensor((16, 16), "float32"), y: R.Tensor(("m + n",), "float32"), z: R.Tensor(("m * 4",), "float32"), w: R.Tensor((64,), "float32"), s: R.Shape(["m", "n", "k"])):
    m, n, k = T.int64(), T.int64(), T.int64()
    a = R.strided_slice(x, [0], [k], [T.int64(9223372036854775807)])
    b = R.strided_slice(x, [0], [k], [16], [2])
    c = R.strided_slice(x, [0], [16], [k])
    d = R.strided_slice(y, [0], [0], [n])
    e = R.strided_slice(y, [0], [n], [m + n])
    f = R.strided_slice(z, [0], [0], [m])
    g = R.strided_slice(z, [0], [0], [k * 4])
    h = R.strided_slice(w, [0], [0], [k * 32])
    i = R.strided_slice(y, [0], [0], [k + n])
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 16), dtype="float32"), y: R.Tensor(("m + n",), dtype="float32"), z: R.Tensor(("m * 4",), dtype="float32"), w: R.Tensor((64,), dtype="float32"), s: R.Shape(["m", "n", "k"])) -> R.Tensor((16, 16), dtype="float32"):
#|     m = T.int64()
#|     n = T.int64()
#|     k = T.int64()
#|     a: R.Tensor((T.max(16 - k, 0), 16), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(k),), (R.prim_value(9223372036854775807),), assume_inbound=False)
#|     b: R.Tensor(((T.max(16 - k, 0) + 1) // 2, 16), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(k),), (R.prim_value(16),), (R.prim_value(2),), assume_inbound=False)
#|     c: R.Tensor((T.min(k - 16, 0), 16), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(16),), (R.prim_value(k),), assume_inbound=False)
#|     d: R.Tensor((T.min(n, m + n),), dtype="float32") = R.strided_slice(y, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(n),), assume_inbound=False)
#|     e: R.Tensor((m,), dtype="float32") = R.strided_slice(y, (R.prim_value(0),), (R.prim_value(n),), (R.prim_value(m + n),), assume_inbound=False)
#|     f: R.Tensor((T.min(m, m * 4),), dtype="float32") = R.strided_slice(z, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(m),), assume_inbound=False)
#|     g: R.Tensor((T.min(k, m) * 4,), dtype="float32") = R.strided_slice(z, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(k * 4),), assume_inbound=False)
#|     h: R.Tensor((T.min(k, 2) * 32,), dtype="float32") = R.strided_slice(w, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(k * 32),), assume_inbound=False)
#|     i: R.Tensor((T.min(k, m) + n,), dtype="float32") = R.strided_slice(y, (R.prim_value(0),), (R.prim_value(0),), (R.prim_value(k + n),), assume_inbound=False)
#|     return x
