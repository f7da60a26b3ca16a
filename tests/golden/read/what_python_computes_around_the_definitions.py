# test: fmt
# Values of Python around the definitions may take more than a literal: what they come to is known.
layers = [2**i for i in range(1, 4)]
sizes = 4, 16
N = {"small": sizes[0], "large": sizes[1]}["large" if len(layers) > 2 else "small"]
M = sum(k for k in layers if k != 4)
a = b = [N, M]
name = f"layer_{N:03d}"
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

#|
