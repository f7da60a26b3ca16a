# test: fails opt --passes=LegalizeOps --check-each=2
# Operands are exchanged to find out why a value differs, but none that is made of the value: 'c' and 'd' stay apart.
@R.function
def main(a: R.Tensor((4, 1), "float32"), p: R.Tensor((0, 8), "float32")):
    with R.dataflow():
        c = R.add(a, a)
        b = R.nn.relu(c)
        R.output(b)
    s = R.split(b, [1], axis=-1)
    d = s[0]
    e = s[1]
    f = R.matmul(e, p)
    g = R.concat((e, d), axis=-1)
    return f

#| 1 pass checked by running: 0 runs agree
#| hammock: error: check_each_keeps_the_order_of_values.py: LegalizeOps changes what 'main' computes: result[0, 0] is 0 before, nan now; 32 of 32 elements differ
#|   the arguments of seed 1 (--check-seed=1): a: (4, 1) float32, p: (0, 8) float32
