# test: run --input=x=3xf32='[1 2 3]' --compare=eval
# A function is chosen by data, captures what is around it, and is passed to another.
@I.ir_module
class Module:
    @R.function
    def twice(f: R.Callable((R.Tensor((3,), "float32"),), R.Tensor((3,), "float32")), x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        return f(f(x))

    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        limit = R.max(x)

        @R.function
        def towards(y: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
            return R.multiply(R.add(y, limit), R.const(0.5, "float32"))

        is_large = R.greater(limit, R.const(2.5, "float32"))
        if is_large:
            z = Module.twice(towards, x)
        else:
            z = towards(x)
        return z

#| [2.5  2.75 3.  ]
