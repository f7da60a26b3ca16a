# test: run --engine=eval --compare=jit --input=x=4xf32='[1 2 3 4]'
# A tensor that a kernel changes is the same tensor under all of its names, in tuples and in functions that it was given
# to. What an operator makes of it is another one, and every constant is one, too.
@I.ir_module
class Module:
    @T.prim_func
    def double(X: T.Buffer((4,), "float32")):
        for i in range(4):
            X[i] = X[i] * T.float32(2.0)

    @T.prim_func
    def shift(X: T.Buffer((4,), "float32"), Y: T.Buffer((4,), "float32"), by: T.int64):
        for i in range(4):
            X[i] = Y[(T.Cast("int64", i) + by) % T.int64(4)]

    @T.prim_func
    def total(X: T.Buffer((4,), "float32")) -> T.float32:
        s = T.alloc_buffer((1,))
        s[0] = T.float32(0.0)
        for i in range(4):
            s[0] = s[0] + X[i]
        return s[0]

    @R.function(pure=False)
    def twice(y: R.Tensor((4,), "float32")) -> R.Tuple:
        cls = Module
        _: R.Tuple = cls.double(y)
        _1: R.Tuple = cls.double(y)
        return _1

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.add(x, x)
        alias = y
        pair = (y, x)
        before = R.multiply(y, y)
        flat = R.reshape(y, R.shape([2, 2]))
        _: R.Tuple = cls.twice(alias)
        after = R.multiply(pair[0], y)
        _1: R.Tuple = cls.shift(y, y, R.prim_value(1))
        _2: R.Tuple = cls.double(pair[1])
        s: R.Prim("float32") = cls.total(y)
        t = R.add(s, R.prim_value(T.float32(1)))
        c = R.const([1.0, 1.0, 1.0, 1.0], "float32")
        _3: R.Tuple = cls.double(c)
        d = R.const([1.0, 1.0, 1.0, 1.0], "float32")
        return (x, y, before, flat, after, s, t, c, d)

#| ([2. 4. 6. 8.],
#|  [16. 24. 32. 16.],
#|  [ 4. 16. 36. 64.],
#|  [[2. 4.]
#|   [6. 8.]],
#|  [  64.  256.  576. 1024.],
#|  88.0,
#|  89.0,
#|  [2. 2. 2. 2.],
#|  [1. 1. 1. 1.])
