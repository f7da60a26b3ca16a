# test: run --entry=power --input=x=2xf32='[2 3]' --input=n=i64=5 --compare=eval
# test: run --entry=count --input=n=i64=3000 --compare=eval
@I.ir_module
class Module:
    @R.function
    def power(x: R.Tensor((2,), "float32"), n: R.Tensor((), "int64")) -> R.Tensor((2,), "float32"):
        is_done = R.less_equal(n, R.const(0, "int64"))
        if is_done:
            y = R.ones_like(x)
        else:
            rest = Module.power(x, R.subtract(n, R.const(1, "int64")))
            y = R.multiply(rest, x)
        return y

    # The call is the end of its function: any number of them takes the memory of one.
    @R.function
    def count(n: R.Tensor((), "int64")) -> R.Tensor((), "int64"):
        is_done = R.less_equal(n, R.const(0, "int64"))
        if is_done:
            y = n
        else:
            y = Module.count(R.subtract(n, R.const(1, "int64")))
        return y

#| $ run --entry=power --input=x=2xf32='[2 3]' --input=n=i64=5 --compare=eval
#| [ 32. 243.]
#| $ run --entry=count --input=n=i64=3000 --compare=eval
#| 0
