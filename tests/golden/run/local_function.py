# test: run main(x=iota(2, 2))
# A local function that captures a value is called twice, with other shapes, and once by itself within a composite.
@I.ir_module
class Module:
    @R.function(private=True)
    def twice(a: R.Tensor(("n", 2), "float32")) -> R.Tensor(("n", 2), "float32"):
        R.func_attr({"Composite": "vendor.twice", "Primitive": 1})
        n = T.int64()
        b = R.add(a, a)
        return b

    @R.function
    def main(x: R.Tensor((2, 2), "float32")):
        cls = Module
        w = R.multiply(x, R.const(3.0, "float32"))

        @R.function
        def scaled(a: R.Tensor(("m", 2), "float32")) -> R.Tensor(("m", 2), "float32"):
            m = T.int64()
            t = R.matmul(a, w)
            return t

        y = scaled(x)
        z = R.concat((y, x), axis=0)
        u = scaled(z)
        v = cls.twice(u)
        return (y, v)

#| ([[ 6.  9.]
#|   [18. 33.]],
#|  [[108. 198.]
#|   [396. 702.]
#|   [ 12.  18.]
#|   [ 36.  66.]])
