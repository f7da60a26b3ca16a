# test: fmt
@R.function
def main(x: R.Tensor(("m", "n"), "float32")):
    m, n = T.int64(), T.int64()
    s = R.shape([T.Min(m, m), T.Max(m, n), T.Max(2, 3), T.min(m, n), T.Add(m, 0), T.Mul(2, 3)])
    return s
