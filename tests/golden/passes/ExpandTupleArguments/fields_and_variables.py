# test: opt --passes=ExpandTupleArguments
# Of a tuple that has a name, the items; of one that is written out, its fields, in any depth. A public function keeps what it takes.
@I.ir_module
class Module:
    @R.function(private=True)
    def inner(t: R.Tuple(R.Tuple(R.Tensor(("n",), "float32"), R.Tensor), R.Tensor), u: R.Tuple()):
        a = t[0]
        b = a[0]
        c = t[1]
        return (b, c)

    @R.function
    def outer(t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor)):
        cls = Module
        with R.dataflow():
            c = t[1]
            y = cls.inner((t, c), R.tuple())
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = cls.inner(((x, x), x), R.tuple())
        z = cls.outer((x, x))
        return (y, z)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def inner(t_0_0: R.Tensor(("n",), dtype="float32"), t_0_1: R.Tensor, t_1: R.Tensor) -> R.Tuple(R.Tensor(("n",), dtype="float32"), R.Tensor):
#|         n = T.int64()
#|         return (t_0_0, t_1)
#|
#|     @R.function
#|     def outer(t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor)) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor):
#|         cls = Module
#|         with R.dataflow():
#|             c: R.Tensor = t[1]
#|             lv: R.Tensor((4,), dtype="float32") = t[0]
#|             lv1: R.Tensor = t[1]
#|             y: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor) = cls.inner(lv, lv1, c)
#|             R.output(y)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor), R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor)):
#|         cls = Module
#|         y: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor) = cls.inner(x, x, x)
#|         z: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor) = cls.outer((x, x))
#|         return (y, z)
