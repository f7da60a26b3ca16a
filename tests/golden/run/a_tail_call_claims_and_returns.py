# test: fails run --engine=eval --input=n=i64=3 --input=x=2xf32=ones
# What the calls before the last declare of the result is kept until it is there.
@I.ir_module
class Module:
    @R.function
    def last(n: R.Tensor((), "int64"), x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        y = R.concat((x, x), axis=0)
        return y

    @R.function
    def count(n: R.Tensor((), "int64"), x: R.Tensor(("k",), "float32")) -> R.Tensor(("k",), "float32"):
        k = T.int64()
        cls = Module
        stop = R.less_equal(n, R.const(0, "int64"))
        if stop:
            r = cls.last(n, x)
        else:
            m = R.subtract(n, R.const(1, "int64"))
            r = cls.count(m, x)
        return r

    @R.function
    def main(n: R.Tensor((), "int64"), x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        r = cls.count(n, x)
        return r

#| a_tail_call_claims_and_returns.py:16:17: error: the result of 'count': dim 0 is 4, expected k = 2 [E0701]
#|                 r = cls.last(n, x)
#|                     ^~~~~~~~~~~~~~
