# test: opt --passes=DecomposeOpsForInference
# The names begin anew in each function.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def last_axis(x: R.Tensor((2, 4), "float16"), g: R.Tensor((4,), "float16"), b: R.Tensor((4,), "float16"), m: R.Tensor((4,), "float16"), v: R.Tensor((4,), "float16")):
        a = R.nn.batch_norm(x, g, b, m, v, axis=-1, epsilon=0.5, center=False)
        c = R.nn.batch_norm(x, g, b, m, v, axis=1, scale=False)
        return (a[0], c[0])

    @R.function
    def main(x: R.Tensor(("n", 3, 5, 7), "float32"), g: R.Tensor((3,), "float32"), b: R.Tensor((3,), "float32"), m: R.Tensor((3,), "float32"), v: R.Tensor((3,), "float32")):
        with R.dataflow():
            bn = R.nn.batch_norm(x, g, b, m, v, axis=1)
            out = bn[0]
            R.output(out)
        return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def last_axis(x: R.Tensor((2, 4), dtype="float16"), g: R.Tensor((4,), dtype="float16"), b: R.Tensor((4,), dtype="float16"), m: R.Tensor((4,), dtype="float16"), v: R.Tensor((4,), dtype="float16")) -> R.Tuple(R.Tensor((2, 4), dtype="float16"), R.Tensor((2, 4), dtype="float16")):
#|         gv: R.Tensor((1, 4), dtype="float16") = R.expand_dims(m, axis=[0])
#|         gv1: R.Tensor((2, 4), dtype="float16") = R.subtract(x, gv)
#|         gv2: R.Tensor((1, 4), dtype="float16") = R.expand_dims(v, axis=[0])
#|         gv3: R.Tensor((1, 4), dtype="float16") = R.add(gv2, R.const(0.5, "float16"))
#|         gv4: R.Tensor((1, 4), dtype="float16") = R.sqrt(gv3)
#|         gv5: R.Tensor((2, 4), dtype="float16") = R.divide(gv1, gv4)
#|         gv6: R.Tensor((1, 4), dtype="float16") = R.expand_dims(g, axis=[0])
#|         gv7: R.Tensor((2, 4), dtype="float16") = R.multiply(gv5, gv6)
#|         a: R.Tuple(R.Tensor((2, 4), dtype="float16"), R.Tensor((4,), dtype="float16"), R.Tensor((4,), dtype="float16")) = gv7, m, v
#|         gv8: R.Tensor((1, 4), dtype="float16") = R.expand_dims(m, axis=[0])
#|         gv9: R.Tensor((2, 4), dtype="float16") = R.subtract(x, gv8)
#|         gv10: R.Tensor((1, 4), dtype="float16") = R.expand_dims(v, axis=[0])
#|         gv11: R.Tensor((1, 4), dtype="float16") = R.add(gv10, R.const(1.0013580322265625e-05, "float16"))
#|         gv12: R.Tensor((1, 4), dtype="float16") = R.sqrt(gv11)
#|         gv13: R.Tensor((2, 4), dtype="float16") = R.divide(gv9, gv12)
#|         gv14: R.Tensor((1, 4), dtype="float16") = R.expand_dims(b, axis=[0])
#|         gv15: R.Tensor((2, 4), dtype="float16") = R.add(gv13, gv14)
#|         c: R.Tuple(R.Tensor((2, 4), dtype="float16"), R.Tensor((4,), dtype="float16"), R.Tensor((4,), dtype="float16")) = gv15, m, v
#|         gv2_1: R.Tensor((2, 4), dtype="float16") = a[0]
#|         gv3_1: R.Tensor((2, 4), dtype="float16") = c[0]
#|         return (gv2_1, gv3_1)
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", 3, 5, 7), dtype="float32"), g: R.Tensor((3,), dtype="float32"), b: R.Tensor((3,), dtype="float32"), m: R.Tensor((3,), dtype="float32"), v: R.Tensor((3,), dtype="float32")) -> R.Tensor(("n", 3, 5, 7), dtype="float32"):
#|         n = T.int64()
#|         with R.dataflow():
#|             lv: R.Tensor((1, 3, 1, 1), dtype="float32") = R.expand_dims(m, axis=[0, 2, 3])
#|             lv1: R.Tensor((n, 3, 5, 7), dtype="float32") = R.subtract(x, lv)
#|             lv2: R.Tensor((1, 3, 1, 1), dtype="float32") = R.expand_dims(v, axis=[0, 2, 3])
#|             lv3: R.Tensor((1, 3, 1, 1), dtype="float32") = R.add(lv2, R.const(9.9999997473787516e-06, "float32"))
#|             lv4: R.Tensor((1, 3, 1, 1), dtype="float32") = R.sqrt(lv3)
#|             lv5: R.Tensor((n, 3, 5, 7), dtype="float32") = R.divide(lv1, lv4)
#|             lv6: R.Tensor((1, 3, 1, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2, 3])
#|             lv7: R.Tensor((n, 3, 5, 7), dtype="float32") = R.multiply(lv5, lv6)
#|             lv8: R.Tensor((1, 3, 1, 1), dtype="float32") = R.expand_dims(b, axis=[0, 2, 3])
#|             lv9: R.Tensor((n, 3, 5, 7), dtype="float32") = R.add(lv7, lv8)
#|             bn: R.Tuple(R.Tensor((n, 3, 5, 7), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv9, m, v
#|             out: R.Tensor((n, 3, 5, 7), dtype="float32") = bn[0]
#|             R.output(out)
#|         return out
