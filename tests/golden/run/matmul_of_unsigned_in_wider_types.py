# test: run main(x=1x2xu32=[4294967295 1], y=2x1xu32=[[3][5]], u=1x1xu64=[18446744073709551615], v=1x1xu64=[2])
# The factors keep their sign: there is none.
@R.function
def main(x: R.Tensor((1, 2), "uint32"), y: R.Tensor((2, 1), "uint32"), u: R.Tensor((1, 1), "uint64"), v: R.Tensor((1, 1), "uint64")):
    with R.dataflow():
        a = R.matmul(x, y, out_dtype="int64")
        b = R.matmul(x, y, out_dtype="float64")
        c = R.matmul(u, v, out_dtype="float64")
        R.output(a, b, c)
    return (a, b, c)

#| ([[12884901890]],
#|  [[1.28849019e+10]],
#|  [[3.68934881e+19]])
