# test: opt --passes=DecomposeOpsForTraining --check-each=4
# The statistics of the batch, and what becomes of the running ones.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3, 5), "float32"), g: R.Tensor((3,), "float32"), h: R.Tensor((3, 5), "float32")):
    with R.dataflow():
        bn = R.nn.batch_norm(x, g, g, g, g, axis=1, momentum=0.25)
        y = bn[0]
        ln = R.nn.layer_norm(y, h, h, axes=[1, -1])
        out = R.nn.layer_norm(ln, h, h, axes=[-2, -1], center=False)
        m = bn[1]
        v = bn[2]
        R.output(out, m, v)
    return (out, m, v)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3, 5), dtype="float32"), g: R.Tensor((3,), dtype="float32"), h: R.Tensor((3, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((3,), dtype="float32") = R.mean(x, axis=[0, 2], keepdims=False)
#|         lv1: R.Tensor((3,), dtype="float32") = R.variance(x, axis=[0, 2], keepdims=False)
#|         lv_1: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(lv, axis=[0, 2])
#|         lv1_1: R.Tensor((2, 3, 5), dtype="float32") = R.subtract(x, lv_1)
#|         lv2: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(lv1, axis=[0, 2])
#|         lv3: R.Tensor((1, 3, 1), dtype="float32") = R.add(lv2, R.const(9.9999997473787516e-06, "float32"))
#|         lv4: R.Tensor((1, 3, 1), dtype="float32") = R.sqrt(lv3)
#|         lv5: R.Tensor((2, 3, 5), dtype="float32") = R.divide(lv1_1, lv4)
#|         lv6: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|         lv7: R.Tensor((2, 3, 5), dtype="float32") = R.multiply(lv5, lv6)
#|         lv8: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|         lv9: R.Tensor((2, 3, 5), dtype="float32") = R.add(lv7, lv8)
#|         lv2_1: R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv9, lv, lv1
#|         lv3_1: R.Tensor((2, 3, 5), dtype="float32") = lv2_1[0]
#|         lv4_1: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.75, "float32"), g)
#|         lv5_1: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.25, "float32"), lv)
#|         lv6_1: R.Tensor((3,), dtype="float32") = R.add(lv4_1, lv5_1)
#|         lv7_1: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.75, "float32"), g)
#|         lv8_1: R.Tensor((3,), dtype="float32") = R.multiply(R.const(0.25, "float32"), lv1)
#|         lv9_1: R.Tensor((3,), dtype="float32") = R.add(lv7_1, lv8_1)
#|         bn: R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = lv3_1, lv6_1, lv9_1
#|         y: R.Tensor((2, 3, 5), dtype="float32") = bn[0]
#|         lv10: R.Tensor((2, 1, 1), dtype="float32") = R.mean(y, axis=[1, -1], keepdims=True)
#|         lv11: R.Tensor((2, 3, 5), dtype="float32") = R.subtract(y, lv10)
#|         lv12: R.Tensor((2, 1, 1), dtype="float32") = R.variance(y, axis=[1, -1], keepdims=True)
#|         lv13: R.Tensor((2, 1, 1), dtype="float32") = R.add(lv12, R.const(9.9999997473787516e-06, "float32"))
#|         lv14: R.Tensor((2, 1, 1), dtype="float32") = R.sqrt(lv13)
#|         lv15: R.Tensor((2, 3, 5), dtype="float32") = R.divide(lv11, lv14)
#|         lv16: R.Tensor((2, 3, 5), dtype="float32") = R.multiply(lv15, h)
#|         ln: R.Tensor((2, 3, 5), dtype="float32") = R.add(lv16, h)
#|         lv17: R.Tensor((2, 1, 1), dtype="float32") = R.mean(ln, axis=[-2, -1], keepdims=True)
#|         lv18: R.Tensor((2, 3, 5), dtype="float32") = R.subtract(ln, lv17)
#|         lv19: R.Tensor((2, 1, 1), dtype="float32") = R.variance(ln, axis=[-2, -1], keepdims=True)
#|         lv20: R.Tensor((2, 1, 1), dtype="float32") = R.add(lv19, R.const(9.9999997473787516e-06, "float32"))
#|         lv21: R.Tensor((2, 1, 1), dtype="float32") = R.sqrt(lv20)
#|         lv22: R.Tensor((2, 3, 5), dtype="float32") = R.divide(lv18, lv21)
#|         out: R.Tensor((2, 3, 5), dtype="float32") = R.multiply(lv22, h)
#|         m: R.Tensor((3,), dtype="float32") = bn[1]
#|         v: R.Tensor((3,), dtype="float32") = bn[2]
#|         R.output(out, m, v)
#|     return (out, m, v)
#| 1 pass checked by running: 4 runs agree
