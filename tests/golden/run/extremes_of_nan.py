# test: run main(x=3x4xf32=[1 nan 3 nan][5 4 3 2][nan nan nan nan])
# NaN is larger than every number, and smaller; its first place is the answer.
@R.function
def main(x: R.Tensor((3, 4), "float32")):
    with R.dataflow():
        a = R.max(x, axis=1)
        b = R.min(x, axis=1)
        c = R.argmax(x, axis=1)
        d = R.argmin(x, axis=1)
        e = R.max(x, axis=0)
        f = R.argmin(x)
        R.output(a, b, c, d, e, f)
    return (a, b, c, d, e, f)

#| ([nan  5. nan],
#|  [nan  2. nan],
#|  [1 0 0],
#|  [1 3 0],
#|  [nan nan nan nan],
#|  1)
