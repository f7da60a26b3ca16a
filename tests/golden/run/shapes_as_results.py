# test: run --compare=eval --input=x=2x3xf32=iota --input=s=[4,2]
# test: fails run --dump=kernels --input=x=2x3xf32=iota --input=s=[4,2]
@I.ir_module
class Module:
    @R.function
    def dims(x: R.Tensor(("n", "m"), "float32")) -> R.Shape(["n * m", 2]):
        n = T.int64()
        m = T.int64()
        return R.shape([n * m, 2])

    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), s: R.Shape(["k", "n"])):
        cls = Module
        y = R.add(x, x)
        d = cls.dims(y)
        e = R.shape([])
        return (s, (d, y), e)

#| $ run --compare=eval --input=x=2x3xf32=iota --input=s=[4,2]
#| (R.shape([4, 2]),
#|  (R.shape([6, 2]),
#|   [[ 0.  2.  4.]
#|    [ 6.  8. 10.]]),
#|  R.shape([]))
#| $ fails run --dump=kernels --input=x=2x3xf32=iota --input=s=[4,2]
#| shapes_as_results.py:12:9: error: cannot print a shape as a result [E0903]
#|         def main(x: R.Tensor(("n", "m"), "float32"), s: R.Shape(["k", "n"])):
#|             ^~~~
