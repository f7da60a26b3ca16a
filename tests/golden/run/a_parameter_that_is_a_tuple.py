# test: run --engine=eval --compare=jit --input=t.0=2xf32=iota --input=t.1.0=2xf32='[10 20]' --input=t.1.1=3xi64=iota
# Its tensors are parameters of the compiled program, too.
@R.function
def main(t: R.Tuple(R.Tensor(("n",), "float32"), R.Tuple(R.Tensor(("n",), "float32"), R.Tensor((3,), "int64")))):
    inner = t[1]
    a = R.add(t[0], inner[0])
    b = R.multiply(inner[1], inner[1])
    return (a, b, inner)

#| ([10. 21.],
#|  [0 1 4],
#|  ([10. 20.],
#|   [0 1 2]))
