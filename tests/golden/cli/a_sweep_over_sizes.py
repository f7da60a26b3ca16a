# test: run --dim=n=0..22:7 --fill=rand
# test: run --dim=n=1..2 --dim=k=2..3 --fill=rand --entry=product
# test: fails run --dim=n=2..6 --fill=iota --entry=square
# test: fails run --dim=n=4..4611686018427387904:2305843009213693950 --fill=iota --entry=square
# test: fails run --dim=n=5..1 --fill=ones
# test: fails run --dim=n=1..8:0 --fill=ones
# test: fails run --dim=n=..8 --fill=ones
# test: fails run --dim=n=0..9223372036854775807 --fill=ones
# test: fails run --dim=n=1..8 --fill=ones --outputs=x.npz
# Every size runs in both engines; the first one that fails is told in full.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 3), "float32")) -> R.Tensor((3,), "float32"):
        y = R.sum(R.nn.softmax(x, axis=-1), axis=[0])
        return y

    @R.function
    def product(x: R.Tensor(("n", "k"), "float32"), y: R.Tensor(("k", "n"), "float32")):
        z = R.matmul(x, y)
        return z

    @R.function
    def square(x: R.Tensor(("n",), "float32")) -> R.Tensor((2, 2), "float32"):
        y = R.reshape(x, (2, 2))
        return y

#| $ run --dim=n=0..22:7 --fill=rand
#| n=0: agrees
#| n=7: agrees
#| n=14: agrees
#| n=21: agrees
#| 4 of 4 sizes agree
#| $ run --dim=n=1..2 --dim=k=2..3 --fill=rand --entry=product
#| n=1, k=2: agrees
#| n=1, k=3: agrees
#| n=2, k=2: agrees
#| n=2, k=3: agrees
#| 4 of 4 sizes agree
#| $ fails run --dim=n=2..6 --fill=iota --entry=square
#| n=2: fails
#| n=3: fails
#| n=4: agrees
#| n=5: fails
#| n=6: fails
#| 1 of 5 sizes agree; the first that does not is n=2
#| a_sweep_over_sizes.py:25:13: error: R.reshape: shape (2,) has 2 elements, (2, 2) has 4 [E0701]
#|             y = R.reshape(x, (2, 2))
#|                 ^~~~~~~~~~~~~~~~~~~~
#| $ fails run --dim=n=4..4611686018427387904:2305843009213693950 --fill=iota --entry=square
#| n=4: agrees
#| n=2305843009213693954: fails
#| n=4611686018427387904: fails
#| 1 of 3 sizes agree; the first that does not is n=2305843009213693954
#| hammock: error: n=2305843009213693954: parameter 'x' of R.Tensor((n,), dtype="float32"): a tensor of shape (2305843009213693954,) and dtype float32 needs 8589934592.0 GiB, which no machine has
#| $ fails run --dim=n=5..1 --fill=ones
#| hammock: error: --dim=n=5..1: expected NAME=FROM..TO or NAME=FROM..TO:STEP, FROM at least 0 and at most TO, STEP at least 1, such as n=1..512:7
#| $ fails run --dim=n=1..8:0 --fill=ones
#| hammock: error: --dim=n=1..8:0: expected NAME=FROM..TO or NAME=FROM..TO:STEP, FROM at least 0 and at most TO, STEP at least 1, such as n=1..512:7
#| $ fails run --dim=n=..8 --fill=ones
#| hammock: error: --dim=n=..8: expected NAME=FROM..TO or NAME=FROM..TO:STEP, FROM at least 0 and at most TO, STEP at least 1, such as n=1..512:7
#| $ fails run --dim=n=0..9223372036854775807 --fill=ones
#| hammock: error: --dim=n=0..9223372036854775807: a sweep of more than 4096 sizes
#| $ fails run --dim=n=1..8 --fill=ones --outputs=x.npz
#| hammock: error: --outputs cannot be given with a range in --dim: nothing of its runs is kept
