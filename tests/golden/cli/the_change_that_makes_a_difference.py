# test: fails bisect --rules=lost_bias.rules --passes=DeadCodeElimination
# test: fails bisect --rules=lost_bias.rules --json
# test: bisect --passes=DeadCodeElimination,EliminateCommonSubexpr
# The second change of three is the wrong one.
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

#| $ fails bisect --rules=lost_bias.rules --passes=DeadCodeElimination
#| change 2 is the first bad one: rule 'linear' at main:t (the_change_that_makes_a_difference.py:13:13)
#| 'main': result[0, 0] is -1.13318884 before, -0.305908978 now; 32 of 32 elements differ
#|   the arguments of seed 1: x: (4, 8) float32, w: (8, 8) float32, b: (8,) float32, c: (4, 8) float32
#| --- the_change_that_makes_a_difference.py	behind change 1
#| +++ the_change_that_makes_a_difference.py	behind change 2
#| @@ -8,8 +8,7 @@
#|          lv2: R.Tensor((8,), dtype="float32") = R.negative(b)
#|          q: R.Tensor((4, 8), dtype="float32") = R.subtract(lv1, lv2)
#|          r: R.Tensor((4, 8), dtype="float32") = R.nn.silu(q)
#| -        s: R.Tensor((4, 8), dtype="float32") = R.matmul(r, w, out_dtype="void")
#| -        t: R.Tensor((4, 8), dtype="float32") = R.add(s, c)
#| +        t: R.Tensor((4, 8), dtype="float32") = R.matmul(r, w, out_dtype="void")
#|          u: R.Tensor((4, 8), dtype="float32") = R.nn.gelu(t)
#|          v: R.Tensor((4, 8), dtype="float32") = R.matmul(u, w, out_dtype="void")
#|          y: R.Tensor((4, 8), dtype="float32") = R.add(v, b)
#| 3 tests; again: hammock opt --rules=lost_bias.rules --passes=DeadCodeElimination --stop-after=2 the_change_that_makes_a_difference.py
#| $ fails bisect --rules=lost_bias.rules --json
#| {"found":true,"last_good":1,"first_bad":2,"application":{"number":2,"pass":null,"rule":"linear","function":"main","binding":"t","line":13,"column":13},"what":"'main': result[0, 0] is -1.13318884 before, -0.305908978 now; 32 of 32 elements differ\n  the arguments of seed 1: x: (4, 8) float32, w: (8, 8) float32, b: (8,) float32, c: (4, 8) float32","tests":3,"diff":"--- the_change_that_makes_a_difference.py\tbehind change 1\n+++ the_change_that_makes_a_difference.py\tbehind change 2\n@@ -8,8 +8,7 @@\n         lv2: R.Tensor((8,), dtype=\"float32\") = R.negative(b)\n         q: R.Tensor((4, 8), dtype=\"float32\") = R.subtract(lv1, lv2)\n         r: R.Tensor((4, 8), dtype=\"float32\") = R.nn.silu(q)\n-        s: R.Tensor((4, 8), dtype=\"float32\") = R.matmul(r, w, out_dtype=\"void\")\n-        t: R.Tensor((4, 8), dtype=\"float32\") = R.add(s, c)\n+        t: R.Tensor((4, 8), dtype=\"float32\") = R.matmul(r, w, out_dtype=\"void\")\n         u: R.Tensor((4, 8), dtype=\"float32\") = R.nn.gelu(t)\n         v: R.Tensor((4, 8), dtype=\"float32\") = R.matmul(u, w, out_dtype=\"void\")\n         y: R.Tensor((4, 8), dtype=\"float32\") = R.add(v, b)\n","command":"hammock opt --rules=lost_bias.rules --stop-after=2 the_change_that_makes_a_difference.py"}
#| $ bisect --passes=DeadCodeElimination,EliminateCommonSubexpr
#| nothing is wrong behind 0 changes
