# test: opt --rules=one_function.rules
# `mod["f"] = rewrite_call(..., mod["f"])` rewrites f and nothing else.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.add(x, x)
        return y

