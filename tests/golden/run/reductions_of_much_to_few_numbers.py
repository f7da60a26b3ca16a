# test: run --engine=eval --compare=jit --input=x=520x521xf32=rand(uniform,seed=3)
# They are cut into pieces, along the longest axis, and what is left behind the last one.
@R.function
def main(x: R.Tensor((520, 521), "float32")):
    with R.dataflow():
        total = R.sum(x)
        largest = R.max(x, keepdims=True)
        spread = R.variance(x)
        place = R.argmax(R.reshape(x, (270920,)))
        factors = R.add(R.multiply(R.subtract(x, R.const(0.5, "float32")), R.const(0.001, "float32")), R.const(1.0, "float32"))
        product = R.prod(factors)
        rows = R.sum(R.reshape(x, (2, 2, 67730)), axis=[2])
        columns = R.min(R.reshape(x, (67730, 4)), axis=[0])
        shares = R.multiply(R.nn.softmax(R.reshape(x, (1, 270920))), R.const(1000.0, "float32"))
        most = R.max(shares)
        whole = R.sum(R.astype(R.multiply(x, R.const(100.0, "float32")), "int32"))
        is_all = R.min(R.greater(x, R.const(-1.0, "float32")))
        out = (total, largest, spread, place, product, rows, columns, most, whole, is_all)
        R.output(out)
    return out

#| (135320.55,
#|  [[0.9999869]],
#|  0.08323061,
#|  248000,
#|  0.86009204,
#|  [[33932.117 33784.438]
#|   [33823.652 33780.348]],
#|  [1.0620684e-05 2.5676636e-05 3.0263089e-05 2.6674605e-05],
#|  0.0058424617,
#|  13396762,
#|  True)
