# test: diff --equal
@R.function
def main(x: R.Tensor(("n", 8), "float32"), y: R.Tensor(("n", 8), "float32")):
    n = T.int64()
    with R.dataflow():
        a = R.exp(x)
        b = R.log(y)
        c = R.add(a, b)
        d = R.reshape(c, R.shape([n * 8]))
        R.output(d)
    return d

@R.function
def main(u: R.Tensor(("m", 8), "float32"), v: R.Tensor(("m", 8), "float32")):
    m = T.int64()
    with R.dataflow():
        lv = R.exp(u)
        lv1 = R.log(v)
        lv2 = R.add(lv, lv1)
        gv = R.reshape(lv2, R.shape([m * 8]))
        R.output(gv)
    return gv
