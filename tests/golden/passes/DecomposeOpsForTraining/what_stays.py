# test: opt --passes=DecomposeOpsForTraining --remarks --dialect=tvm-0.26
# A norm over other axes than the last ones; a batch norm that does not train goes the way of inference.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3, 5), "float32"), g: R.Tensor((3,), "float32"), h: R.Tensor((5, 3), "float32"), y: R.Tensor(dtype="float32")):
    a = R.nn.layer_norm(x, g, g, axes=[1])
    b = R.nn.layer_norm(x, h, h, axes=[2, 1])
    c = R.nn.layer_norm(y, g, g, axes=[-1])
    d = R.nn.batch_norm(x, g, g, g, g, axis=1, training=False)
    return (a, b, c, d)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3, 5), dtype="float32"), g: R.Tensor((3,), dtype="float32"), h: R.Tensor((5, 3), dtype="float32"), y: R.Tensor(dtype="float32")) -> R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((2, 3, 5), dtype="float32"), R.Tensor(dtype="float32"), R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32"))):
#|     a: R.Tensor((2, 3, 5), dtype="float32") = R.nn.layer_norm(x, g, g, axes=[1], epsilon=1.0000000000000001e-05, center=True, scale=True)
#|     b: R.Tensor((2, 3, 5), dtype="float32") = R.nn.layer_norm(x, h, h, axes=[2, 1], epsilon=1.0000000000000001e-05, center=True, scale=True)
#|     c: R.Tensor(dtype="float32") = R.nn.layer_norm(y, g, g, axes=[-1], epsilon=1.0000000000000001e-05, center=True, scale=True)
#|     gv: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|     gv1: R.Tensor((2, 3, 5), dtype="float32") = R.subtract(x, gv)
#|     gv2: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|     gv3: R.Tensor((1, 3, 1), dtype="float32") = R.add(gv2, R.const(9.9999997473787516e-06, "float32"))
#|     gv4: R.Tensor((1, 3, 1), dtype="float32") = R.sqrt(gv3)
#|     gv5: R.Tensor((2, 3, 5), dtype="float32") = R.divide(gv1, gv4)
#|     gv6: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|     gv7: R.Tensor((2, 3, 5), dtype="float32") = R.multiply(gv5, gv6)
#|     gv8: R.Tensor((1, 3, 1), dtype="float32") = R.expand_dims(g, axis=[0, 2])
#|     gv9: R.Tensor((2, 3, 5), dtype="float32") = R.add(gv7, gv8)
#|     d: R.Tuple(R.Tensor((2, 3, 5), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = gv9, g, g
#|     return (a, b, c, d)
#| what_stays.py:7:9: remark: DecomposeOpsForTraining: gamma and beta are not those of the last axes in their order [R0101]
#|         a = R.nn.layer_norm(x, g, g, axes=[1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:8:9: remark: DecomposeOpsForTraining: gamma and beta are not those of the last axes in their order [R0101]
#|         b = R.nn.layer_norm(x, h, h, axes=[2, 1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:9:9: remark: DecomposeOpsForTraining: the rank or dtype of the data is not known [R0101]
#|         c = R.nn.layer_norm(y, g, g, axes=[-1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
