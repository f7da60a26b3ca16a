# test: run --engine=eval --compare=jit --input=n=7 --input=s=1.5 --input=x=2xf32='[1 2]'
# What they give is a number, too: a result, an operand, an argument of a kernel.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(A: T.Buffer((2,), "float32"), k: T.int64, s: T.float64, B: T.Buffer((2,), "float32")):
        for i in range(2):
            B[i] = A[i] * T.Cast("float32", k) + T.Cast("float32", s)

    @R.function
    def main(n: R.Prim("int64"), s: R.Prim("float64"), x: R.Tensor((2,), "float32")):
        cls = Module
        a = R.add(R.prim_value(2), R.prim_value(3))
        b = R.multiply(a, n)
        c = R.floor_divide(n, R.prim_value(0))
        d = R.less(n, b)
        e = R.multiply(s, R.prim_value(T.float64(2.5)))
        f = R.power(s, e)
        g = R.subtract(R.prim_value(T.float32(0.1)), R.prim_value(T.float32(0.3)))
        h = R.add(R.prim_value(T.uint8(200)), R.prim_value(T.uint8(100)))
        p = R.left_shift(n, R.prim_value(62))
        y = R.call_tir(cls.scale, (x, b, e), out_sinfo=R.Tensor((2,), "float32"))
        z = R.add(y, g)
        return (a, b, c, d, e, f, g, h, p, R.prim_value(4), y, z)

#| (5,
#|  35,
#|  0,
#|  1,
#|  3.75,
#|  4.574485143274839,
#|  -0.20000001788139343,
#|  44,
#|  -4611686018427387904,
#|  4,
#|  [38.75 73.75],
#|  [38.55 73.55])
