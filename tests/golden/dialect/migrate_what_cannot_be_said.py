# test: fails migrate --to=tvm-0.19
# An operator that the version lacks is an error that names it.
@R.function
def main(x: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64"), o: R.Any):
    y = R.trunc(x)
    z = R.take(y, i, axis=0, mode="clip")
    return z

#| migrate_what_cannot_be_said.py:5:9: error: R.trunc is not part of tvm-0.19 [E0606]
#|         y = R.trunc(x)
#|             ^~~~~~~~~~
#| migrate_what_cannot_be_said.py:6:9: error: the parameter mode of R.take is not part of tvm-0.19 [E0606]
#|         z = R.take(y, i, axis=0, mode="clip")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
