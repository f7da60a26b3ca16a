# test: run main(x=3xf32=[1 -1 0], y=3xf32=[0 0 0])
# inf, -inf and nan come out of a division by zero and go through exp.
@R.function
def main(x: R.Tensor((3,), "float32"), y: R.Tensor((3,), "float32")):
    with R.dataflow():
        a = R.divide(x, y)
        b = R.exp(a)
        c = R.nn.relu(a)
        d = R.maximum(a, y)
        R.output(a, b, c, d)
    return (a, b, c, d)

#| ([ inf -inf  nan],
#|  [inf  0. nan],
#|  [inf  0.  0.],
#|  [inf  0.  0.])
