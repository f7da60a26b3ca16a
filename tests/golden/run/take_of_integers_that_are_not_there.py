# test: fails run --fill=iota
# test: fails run --engine=eval --fill=iota
# No integer is NaN.
@R.function
def main(x: R.Tensor((9,), "int32"), i: R.Tensor((5,), "int64")):
    y = R.take(x, i, axis=0, mode="nan")
    return y

#| $ fails run --fill=iota
#| take_of_integers_that_are_not_there.py:6:9: error: R.take: dtype int32 is not supported [E0903]
#|         y = R.take(x, i, axis=0, mode="nan")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=iota
#| take_of_integers_that_are_not_there.py:6:9: error: R.take: dtype int32 is not supported [E0903]
#|         y = R.take(x, i, axis=0, mode="nan")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
