# test: fmt
# They are known where plain values of Python are: before the definition, too.
NEG_INF = float("-inf")
shape = (int(4.0), max(2, 3), len([1, 2]))


@R.function
def main(x: R.Tensor((2, 3), "float16"), y: R.Tensor(shape, "float32"), z: R.Tensor((sum([1, 2]), "n"), "float32")):
    n = T.int64()
    a = R.full((2,), R.const(float("inf")), "float32")
    b = R.where(R.greater(y, R.const(float(3))), y, R.const(NEG_INF, "float32"))
    c = [R.const(float("nan")), R.const(abs(-2.5)), R.const(min([3, 2.5, 1]))]
    d = R.sum(x, axis=[len(x.struct_info.shape) - 1], keepdims=bool(1))
    e = R.zeros((sum(x.struct_info.shape), max(*shape), int("7"), n), x.struct_info.dtype)
    return a, b, *c, d, e

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float16"), y: R.Tensor((4, 3, 2), dtype="float32"), z: R.Tensor((3, "n"), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((4, 3, 2), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="int32"), R.Tensor((2, 1), dtype="float16"), R.Tensor((5, 4, 7, "n"), dtype="float16")):
#|     n = T.int64()
#|     a: R.Tensor((2,), dtype="float32") = R.full(R.shape([2]), R.const("inf", "float32"), dtype="float32")
#|     gv1: R.Tensor((4, 3, 2), dtype="bool") = R.greater(y, R.const(3.0, "float32"))
#|     b: R.Tensor((4, 3, 2), dtype="float32") = R.where(gv1, y, R.const("-inf", "float32"))
#|     d: R.Tensor((2, 1), dtype="float16") = R.sum(x, axis=[1], keepdims=True)
#|     e: R.Tensor((5, 4, 7, n), dtype="float16") = R.zeros(R.shape([5, 4, 7, n]), dtype="float16")
#|     return (a, b, R.const("nan", "float32"), R.const(2.5, "float32"), R.const(1, "int32"), d, e)
