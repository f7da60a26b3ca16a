# test: reduce --rules=lost_bias.rules
# test: reduce --rules=lost_bias.rules --as-golden
# test: fails reduce --passes=DeadCodeElimination
# What is left still shows the failure.
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32"), b: R.Tensor((8,), "float32"), c: R.Tensor((4, 8), "float32")):
    with R.dataflow():
        h = R.nn.relu(x)
        p = R.matmul(h, w)
        q = R.add(p, b)
        r = R.nn.silu(q)
        s = R.matmul(r, w)
        t = R.add(s, c)
        u = R.nn.gelu(t)
        v = R.matmul(u, w)
        y = R.add(v, b)
        R.output(y)
    return y

#| $ reduce --rules=lost_bias.rules
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(w: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((1, 1), dtype="float32"), r: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
#|     s: R.Tensor((1, 1), dtype="float32") = R.matmul(r, w, out_dtype="void")
#|     t: R.Tensor((1, 1), dtype="float32") = R.add(s, c)
#|     return t
#| bindings 2, lines 7, candidates tried 44, kept 11
#| $ reduce --rules=lost_bias.rules --as-golden
#| # test: fails opt --rules=lost_bias.rules --check-each=2 --check-seed=1
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(w: R.Tensor((1, 1), dtype="float32"), c: R.Tensor((1, 1), dtype="float32"), r: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 1), dtype="float32"):
#|     s: R.Tensor((1, 1), dtype="float32") = R.matmul(r, w, out_dtype="void")
#|     t: R.Tensor((1, 1), dtype="float32") = R.add(s, c)
#|     return t
#|
#| #| 1 pass checked by running: 0 runs agree
#| #| hammock: error: reduced.py: linear changes what 'main' computes: result[0, 0] is 2.22227144 before, 0 now
#| #|   the arguments of seed 1 (--check-seed=1): w: (1, 1) float32, c: (1, 1) float32, r: (1, 1) float32
#| bindings 2, lines 7, candidates tried 44, kept 11
#| $ fails reduce --passes=DeadCodeElimination
#| hammock: error: the_smallest_script_that_still_fails.py: the script does not show the failure, so there is nothing to reduce
