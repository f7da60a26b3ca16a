# test: run main(x=iota(2, 2), k=iota(2, 2))
# Parameters, constants, tuples and other closures; called twice, from one another, and after they were returned.
@I.ir_module
class Module:
    @R.function
    def scale_by(k: R.Tensor((2, 2), "float32")) -> R.Callable((R.Tensor((2, 2), "float32"),), R.Tensor((2, 2), "float32")):
        @R.function
        def scaled(y: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
            z = R.multiply(y, k)
            return z

        return scaled

    @R.function
    def main(x: R.Tensor((2, 2), "float32"), k: R.Tensor((2, 2), "float32")):
        cls = Module
        one = R.const(1.0, "float32")
        pair = (k, one)

        @R.function
        def f(y: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
            a = pair[0]
            b = pair[1]

            @R.function
            def deep(u: R.Tensor((2, 2), "float32")) -> R.Tensor((2, 2), "float32"):
                v = R.add(u, b)
                w = R.multiply(v, k)
                return w

            c = deep(y)
            d = deep(c)
            e = R.subtract(d, a)
            return e

        @R.function
        def g(y: R.Tensor((2, 2), "float32")) -> R.Tensor((4, 2), "float32"):
            z = f(y)
            t = R.concat((z, k), axis=0)
            return t

        by_x = cls.scale_by(x)
        by_k = cls.scale_by(k)
        p = f(x)
        q = g(x)
        r = f(p)
        s = by_x(k)
        t = by_k(s)
        return p, q, r, s, t

#| ([[ 0.  2.]
#|   [12. 36.]],
#|  [[ 0.  2.]
#|   [12. 36.]
#|   [ 0.  1.]
#|   [ 2.  3.]],
#|  [[  0.   3.]
#|   [ 52. 333.]],
#|  [[0. 1.]
#|   [4. 9.]],
#|  [[ 0.  1.]
#|   [ 8. 27.]])
