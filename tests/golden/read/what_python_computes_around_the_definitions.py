# test: fmt
# Values of Python around the definitions may take more than a literal: what they come to is known.
layers = [2**i for i in range(1, 4)]
sizes = 4, 16
N = {"small": sizes[0], "large": sizes[1]}["large" if len(layers) > 2 else "small"]
M = sum(k for k in layers if k != 4)
a = b = [N, M]
name = "layer_%03d" % N
dtype = "float" + str(32)
parts = "4,8".split(",")
last, first = layers[-1], layers[:1]
either = 0 or 5


@R.function
def main(x: R.Tensor(a, dtype), y: R.Tensor((int(parts[1]), last), "int8"), z: R.Tensor(first + [either], dtype)):
    u = R.call_pure_packed(name, x, sinfo_args=R.Tensor(b, dtype))
    v = R.const(64 or -0.5, "float32")
    w = R.const(2.5 if "text" else 1, "float32")
    return (u, v, w, R.const(not [], "bool"), R.const(0 and 7, "int32"))

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 10), dtype="float32"), y: R.Tensor((8, 8), dtype="int8"), z: R.Tensor((2, 5), dtype="float32")) -> R.Tuple(R.Tensor((16, 10), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="int32")):
#|     u: R.Tensor((16, 10), dtype="float32") = R.call_pure_packed("layer_016", x, sinfo_args=(R.Tensor((16, 10), dtype="float32"),))
#|     v: R.Tensor((), dtype="float32") = R.const(64.0, "float32")
#|     w: R.Tensor((), dtype="float32") = R.const(2.5, "float32")
#|     return (u, v, w, R.const(True, "bool"), R.const(0, "int32"))
