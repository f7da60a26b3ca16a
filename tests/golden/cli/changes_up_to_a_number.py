# test: opt --rules=lost_bias.rules --stop-after=1 --applications=text
# test: opt --rules=lost_bias.rules --passes=DeadCodeElimination,ToNonDataflow --applications=json
# The first change is made and no other; a pass that makes no single ones is one.
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

#| $ opt --rules=lost_bias.rules --stop-after=1 --applications=text
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32"), c: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|     with R.dataflow():
#|         h: R.Tensor((4, 8), dtype="float32") = R.nn.relu(x)
#|         lv1: R.Tensor((4, 8), dtype="float32") = R.matmul(h, w, out_dtype="void")
#|         lv2: R.Tensor((8,), dtype="float32") = R.negative(b)
#|         q: R.Tensor((4, 8), dtype="float32") = R.subtract(lv1, lv2)
#|         r: R.Tensor((4, 8), dtype="float32") = R.nn.silu(q)
#|         s: R.Tensor((4, 8), dtype="float32") = R.matmul(r, w, out_dtype="void")
#|         t: R.Tensor((4, 8), dtype="float32") = R.add(s, c)
#|         u: R.Tensor((4, 8), dtype="float32") = R.nn.gelu(t)
#|         v: R.Tensor((4, 8), dtype="float32") = R.matmul(u, w, out_dtype="void")
#|         y: R.Tensor((4, 8), dtype="float32") = R.add(v, b)
#|         R.output(y)
#|     return y
#| 1: rule 'linear' at main:q (changes_up_to_a_number.py:9:13)
#| $ opt --rules=lost_bias.rules --passes=DeadCodeElimination,ToNonDataflow --applications=json
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32"), c: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|     h: R.Tensor((4, 8), dtype="float32") = R.nn.relu(x)
#|     lv1: R.Tensor((4, 8), dtype="float32") = R.matmul(h, w, out_dtype="void")
#|     lv2: R.Tensor((8,), dtype="float32") = R.negative(b)
#|     q: R.Tensor((4, 8), dtype="float32") = R.subtract(lv1, lv2)
#|     r: R.Tensor((4, 8), dtype="float32") = R.nn.silu(q)
#|     t: R.Tensor((4, 8), dtype="float32") = R.matmul(r, w, out_dtype="void")
#|     u: R.Tensor((4, 8), dtype="float32") = R.nn.gelu(t)
#|     lv5: R.Tensor((4, 8), dtype="float32") = R.matmul(u, w, out_dtype="void")
#|     y: R.Tensor((4, 8), dtype="float32") = R.subtract(lv5, lv2)
#|     return y
#| {"number":1,"pass":null,"rule":"linear","function":"main","binding":"q","line":9,"column":13}
#| {"number":2,"pass":null,"rule":"linear","function":"main","binding":"t","line":12,"column":13}
#| {"number":3,"pass":null,"rule":"linear","function":"main","binding":"y","line":15,"column":13}
#| {"number":4,"pass":"ToNonDataflow","rule":null,"function":null,"binding":null,"line":null,"column":null}
