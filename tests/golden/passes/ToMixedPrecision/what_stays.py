# test: opt --passes=ToMixedPrecision
# Products of other dtypes or of unknown ones, constants beyond float16, what is captured, what is outside of blocks.
@R.function
def main(x: R.Tensor((2, 2), "float32"), d: R.Tensor((2, 2), "float64"), i: R.Tensor((2, 2), "int8"), u: R.Tensor):
    outside = R.matmul(x, x)
    with R.dataflow():
        a = R.matmul(d, d)
        b = R.matmul(i, i, out_dtype="int32")
        c = R.matmul(u, u)
        e = R.matmul(x, x)
        far = R.multiply(e, R.const(70000.0, "float32"))
        near = R.multiply(e, R.const(60000.0, "float32"))
        same = e
        total = R.sum(near)
        R.output(a, b, c, far, same, total)

    @R.function
    def inner(y: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
        with R.dataflow():
            f = R.matmul(y, outside)
            g = R.matmul(f, x)
            R.output(g)
        return g

    z = inner(x)
    return (a, b, c, far, same, total, z)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 2), dtype="float32"), d: R.Tensor((2, 2), dtype="float64"), i: R.Tensor((2, 2), dtype="int8"), u: R.Tensor) -> R.Tuple(R.Tensor((2, 2), dtype="float64"), R.Tensor((2, 2), dtype="int32"), R.Tensor, R.Tensor((2, 2), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
#|     outside: R.Tensor((2, 2), dtype="float32") = R.matmul(x, x, out_dtype="void")
#|     with R.dataflow():
#|         a: R.Tensor((2, 2), dtype="float64") = R.matmul(d, d, out_dtype="void")
#|         b: R.Tensor((2, 2), dtype="int32") = R.matmul(i, i, out_dtype="int32")
#|         c: R.Tensor = R.matmul(u, u, out_dtype="void")
#|         lv: R.Tensor((2, 2), dtype="float16") = R.astype(x, dtype="float16")
#|         lv1: R.Tensor((2, 2), dtype="float16") = R.astype(x, dtype="float16")
#|         lv2: R.Tensor((2, 2), dtype="float32") = R.matmul(lv, lv1, out_dtype="float32")
#|         e: R.Tensor((2, 2), dtype="float16") = R.astype(lv2, dtype="float16")
#|         lv3: R.Tensor((2, 2), dtype="float32") = R.astype(e, dtype="float32")
#|         far: R.Tensor((2, 2), dtype="float32") = R.multiply(lv3, R.const(70000.0, "float32"))
#|         lv4: R.Tensor((), dtype="float16") = R.astype(R.const(60000.0, "float32"), dtype="float16")
#|         near: R.Tensor((2, 2), dtype="float16") = R.multiply(e, lv4)
#|         same: R.Tensor((2, 2), dtype="float32") = R.astype(e, dtype="float32")
#|         lv5: R.Tensor((2, 2), dtype="float32") = R.astype(near, dtype="float32")
#|         total: R.Tensor((), dtype="float32") = R.sum(lv5, axis=None, keepdims=False)
#|         R.output(a, b, c, far, same, total)
#|     # from tvm.script import relax as R
#|     
#|     @R.function
#|     def inner(y: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 2), dtype="float32"):
#|         with R.dataflow():
#|             lv6: R.Tensor((2, 2), dtype="float16") = R.astype(y, dtype="float16")
#|             lv7: R.Tensor((2, 2), dtype="float16") = R.astype(outside, dtype="float16")
#|             lv8: R.Tensor((2, 2), dtype="float32") = R.matmul(lv6, lv7, out_dtype="float32")
#|             f: R.Tensor((2, 2), dtype="float16") = R.astype(lv8, dtype="float16")
#|             lv9: R.Tensor((2, 2), dtype="float16") = R.astype(x, dtype="float16")
#|             g: R.Tensor((2, 2), dtype="float32") = R.matmul(f, lv9, out_dtype="float32")
#|             R.output(g)
#|         return g
#|
#|     z: R.Tensor((2, 2), dtype="float32") = inner(x)
#|     return (a, b, c, far, same, total, z)
