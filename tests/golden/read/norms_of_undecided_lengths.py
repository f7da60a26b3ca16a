# test: fmt
# What is not known to fit keeps its ranks only, also where the data says nothing.
@R.function
def main(x: R.Tensor(dtype="float32"), y: R.Tensor((4, 3), "float32"), p: R.Tensor(("m",), "float32"), q: R.Tensor(("n",), "float32")):
    a = R.nn.batch_norm(x, p, p, p, p, axis=1)
    b = R.nn.batch_norm(x, p, q, p, q, axis=1)
    c = R.nn.layer_norm(y, p, p, axes=[-1])
    return (a, b, c)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(dtype="float32"), y: R.Tensor((4, 3), dtype="float32"), p: R.Tensor(("m",), dtype="float32"), q: R.Tensor(("n",), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor(dtype="float32"), R.Tensor(("m",), dtype="float32"), R.Tensor(("m",), dtype="float32")), R.Tuple(R.Tensor(dtype="float32"), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1)), R.Tensor(dtype="float32", ndim=2)):
#|     m = T.int64()
#|     n = T.int64()
#|     a: R.Tuple(R.Tensor(dtype="float32"), R.Tensor((m,), dtype="float32"), R.Tensor((m,), dtype="float32")) = R.nn.batch_norm(x, p, p, p, p, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001)
#|     b: R.Tuple(R.Tensor(dtype="float32"), R.Tensor(dtype="float32", ndim=1), R.Tensor(dtype="float32", ndim=1)) = R.nn.batch_norm(x, p, q, p, q, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001)
#|     c: R.Tensor(dtype="float32", ndim=2) = R.nn.layer_norm(y, p, p, axes=[-1], epsilon=1.0000000000000001e-05, center=True, scale=True)
#|     return (a, b, c)
