# test: run main(x=2x3xf32=[[1 2 3][4 5 6]], y=3xf32=[10 20 30])
# test: run main(x=iota, y=iota) --dim=n=1 --dim=m=2
# Symbols take their values from the inputs or from --dim.
@R.function
def main(x: R.Tensor(("n", "m"), "float32"), y: R.Tensor(("m",), "float32")):
    n, m = T.int64(), T.int64()
    with R.dataflow():
        a = R.add(x, y)
        b = R.reshape(a, (n * m,))
        R.output(b)
    return b

#| $ run main(x=2x3xf32=[[1 2 3][4 5 6]], y=3xf32=[10 20 30])
#| [11. 22. 33. 14. 25. 36.]
#| $ run main(x=iota, y=iota) --dim=n=1 --dim=m=2
#| [0. 2.]
