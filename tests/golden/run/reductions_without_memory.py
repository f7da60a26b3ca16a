# test: fails run --engine=eval --fill=ones --dim=m=2147483648 --dim=n=2147483648 --dim=k=0
# test: fails run --engine=eval --fill=ones --dim=m=4294967296 --dim=n=4294967296 --dim=k=0
@R.function
def main(x: R.Tensor(("m", "n", "k"), "float32")):
    m, n, k = T.int64(), T.int64(), T.int64()
    y = R.sum(x, axis=[2])
    return y

#| $ fails run --engine=eval --fill=ones --dim=m=2147483648 --dim=n=2147483648 --dim=k=0
#| reductions_without_memory.py:6:9: error: R.sum: no memory for what it is computed with [E0701]
#|         y = R.sum(x, axis=[2])
#|             ^~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones --dim=m=4294967296 --dim=n=4294967296 --dim=k=0
#| reductions_without_memory.py:6:9: error: R.sum: a result of more than 2^62 elements [E0701]
#|         y = R.sum(x, axis=[2])
#|             ^~~~~~~~~~~~~~~~~~
