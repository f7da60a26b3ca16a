# test: run --engine=eval --input=n=i64=20000
# 20,000 calls one after the other, each the end of the one before.
@I.ir_module
class Module:
    @R.function
    def count(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Module
        stop = R.less_equal(n, R.const(0, "int64"))
        if stop:
            r = n
        else:
            m = R.subtract(n, R.const(1, "int64"))
            r = cls.count(m)
        return r

    @R.function
    def main(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        cls = Module
        r = cls.count(n)
        return r

#| 0
