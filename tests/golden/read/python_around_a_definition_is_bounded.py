# test: fails check
# What Python around the definitions takes is bounded.
loops = [i * j for i in range(100000) for j in range(100000)]
deep = "x" * 10**9
big = 10**100
part = 1 // 0


@R.function
def main(a: R.Tensor((len(loops),), "float32"), b: R.Tensor((len(deep),), "float32"), c: R.Tensor((big,), "float32"), d: R.Tensor((part,), "float32")):
    return R.const(1 / 0, "float32")

#|
