# test: fails run --dim=n=4611686018427387905 --fill=ones
# test: fails run --dim=n=4611686018427387905 --fill=ones --engine=eval
# What is compiled between the steps of the host program has its sizes as numbers; they do not wrap.
@R.function
def main(x: R.Tensor((2,), "float32"), s: R.Shape(["n"]), c: R.Tensor((), "bool")):
    n = T.int64()
    if c:
        y = R.full(R.shape([n * 4]), R.const(2.0, "float32"), "float32")
    else:
        y = R.full(R.shape([n * 4]), R.const(3.0, "float32"), "float32")
    return y

#| $ fails run --dim=n=4611686018427387905 --fill=ones
#| sizes_beyond_64_bits_behind_a_choice.py:8:20: error: a size does not fit into 64 bits [E0701]
#|             y = R.full(R.shape([n * 4]), R.const(2.0, "float32"), "float32")
#|                        ^~~~~~~~~~~~~~~~
#| $ fails run --dim=n=4611686018427387905 --fill=ones --engine=eval
#| sizes_beyond_64_bits_behind_a_choice.py:8:20: error: a size does not fit into 64 bits [E0701]
#|             y = R.full(R.shape([n * 4]), R.const(2.0, "float32"), "float32")
#|                        ^~~~~~~~~~~~~~~~
