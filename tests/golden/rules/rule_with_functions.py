# test: opt --rules=softplus.rules --check-each=4
# A replacement may call further functions of its class, which come into the module under names that are free there. What was there
# already serves again, and what nothing calls stays away.
@I.ir_module
class Module:
    @R.function(private=True)
    def softplus(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        y = R.exp(x)
        return y

    @R.function(private=True)
    def positive_part(x: R.Tensor(("a", "b"), "float32")) -> R.Tensor(("a", "b"), "float32"):
        a, b = T.int64(), T.int64()
        relu = R.nn.relu(x)
        return relu

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.log(R.add(R.exp(x), R.const(1, "float32")))
            b = R.log(R.add(R.exp(a), R.const(1, "float32")))
            c = cls.softplus(y)
            d = cls.positive_part(b)
            R.output(c, d)
        return (c, d)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def positive_part(x: R.Tensor(("a", "b"), dtype="float32")) -> R.Tensor(("a", "b"), dtype="float32"):
#|         a = T.int64()
#|         b = T.int64()
#|         relu: R.Tensor((a, b), dtype="float32") = R.nn.relu(x)
#|         return relu
#|
#|     @R.function(private=True)
#|     def softplus(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         y: R.Tensor((4,), dtype="float32") = R.exp(x)
#|         return y
#|
#|     @R.function(private=True)
#|     def softplus_1(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Tensor(("m", "n"), dtype="float32"):
#|         m = T.int64()
#|         n = T.int64()
#|         cls = Module
#|         absolute: R.Tensor((m, n), dtype="float32") = R.abs(x)
#|         gv1: R.Tensor((m, n), dtype="float32") = R.negative(absolute)
#|         gv2: R.Tensor((m, n), dtype="float32") = R.exp(gv1)
#|         gv3: R.Tensor((m, n), dtype="float32") = R.add(gv2, R.const(1.0, "float32"))
#|         tail: R.Tensor((m, n), dtype="float32") = R.log(gv3)
#|         gv5: R.Tensor((m, n), dtype="float32") = cls.positive_part(x)
#|         y: R.Tensor((m, n), dtype="float32") = R.add(gv5, tail)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             a: R.Tensor((2, 3), dtype="float32") = cls.softplus_1(x)
#|             b: R.Tensor((2, 3), dtype="float32") = cls.softplus_1(a)
#|             c: R.Tensor((4,), dtype="float32") = cls.softplus(y)
#|             d: R.Tensor((2, 3), dtype="float32") = cls.positive_part(b)
#|             R.output(c, d)
#|         return (c, d)
#| 1 pass checked by running: 16 runs agree
