# test: opt --passes=DecomposeOpsForInference{func=first}
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2, 3), "float32"), g: R.Tensor((3,), "float32")) -> R.Tensor((2, 3), "float32"):
        bn = R.nn.batch_norm(x, g, g, g, g, axis=1)
        return bn[0]

    @R.function
    def second(x: R.Tensor((2, 3), "float32"), g: R.Tensor((3,), "float32")) -> R.Tensor((2, 3), "float32"):
        bn = R.nn.batch_norm(x, g, g, g, g, axis=1)
        return bn[0]

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def first(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         gv: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
#|         gv1: R.Tensor((2, 3), dtype="float32") = R.subtract(x, gv)
#|         gv2: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
#|         gv3: R.Tensor((1, 3), dtype="float32") = R.add(gv2, R.const(9.9999997473787516e-06, "float32"))
#|         gv4: R.Tensor((1, 3), dtype="float32") = R.sqrt(gv3)
#|         gv5: R.Tensor((2, 3), dtype="float32") = R.divide(gv1, gv4)
#|         gv6: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
#|         gv7: R.Tensor((2, 3), dtype="float32") = R.multiply(gv5, gv6)
#|         gv8: R.Tensor((1, 3), dtype="float32") = R.expand_dims(g, axis=[0])
#|         gv9: R.Tensor((2, 3), dtype="float32") = R.add(gv7, gv8)
#|         bn: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = gv9, g, g
#|         gv1_1: R.Tensor((2, 3), dtype="float32") = bn[0]
#|         return gv1_1
#|
#|     @R.function
#|     def second(x: R.Tensor((2, 3), dtype="float32"), g: R.Tensor((3,), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         bn: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = R.nn.batch_norm(x, g, g, g, g, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001)
#|         gv1: R.Tensor((2, 3), dtype="float32") = bn[0]
#|         return gv1
