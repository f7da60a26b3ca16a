# test: run main(x=6xf32=[-2.5 -1.5 -0.5 0.5 1.5 2.5])
# Not to even.
@R.function
def main(x: R.Tensor((6,), "float32")):
    with R.dataflow():
        y = R.round(x)
        z = R.clip(y, R.prim_value(-2), R.prim_value(1))
        R.output(y, z)
    return (y, z)

#| ([-3. -2. -1.  1.  2.  3.],
#|  [-2. -2. -1.  1.  1.  1.])
