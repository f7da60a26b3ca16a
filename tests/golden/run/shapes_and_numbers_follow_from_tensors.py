# test: run --engine=eval --fill=ones --input=x=2x4xf32=iota
# What the dims of given tensors say need not be said again, in whatever order.
@R.function
def main(s: R.Shape(["n", 4]), k: R.Prim(value="n"), x: R.Tensor(("n", 4), "float32"), y: R.Tensor((4, "n"), "float32")):
    z = R.reshape(y, s)
    w = R.add(x, z)
    return (w, k)

#| ([[1. 2. 3. 4.]
#|   [5. 6. 7. 8.]],
#|  2)
