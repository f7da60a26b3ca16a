# test: fmt
@R.function
def main(x: R.Tensor(("m", "n"), "float32")):
    m, n = T.int64(), T.int64()
    s = R.shape([T.Min(m, m), T.Max(m, n), T.Max(2, 3), T.min(m, n), T.Add(m, 0), T.Mul(2, 3)])
    return s

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m", "n"), dtype="float32")) -> R.Shape(["T.Min(m, m)", "T.max(m, n)", T.Max(2, 3), "T.min(m, n)", "T.Add(m, 0)", T.Mul(2, 3)]):
#|     m = T.int64()
#|     n = T.int64()
#|     s: R.Shape([T.Min(m, m), T.max(m, n), T.Max(2, 3), T.min(m, n), T.Add(m, 0), T.Mul(2, 3)]) = R.shape([T.Min(m, m), T.max(m, n), T.Max(2, 3), T.min(m, n), T.Add(m, 0), T.Mul(2, 3)])
#|     return s
