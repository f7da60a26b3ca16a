# test: fails run --engine=eval '--input=x=3xf32=[0 1 2]'
# A cast that does not hold ends the run with exit code 4 and its place.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    y = R.match_cast(x, R.Tensor((4,), "float32"))
    return y

#| match_cast_fails.py:5:9: error: match_cast: dim 0 is 3, expected 4 [E0701]
#|         y = R.match_cast(x, R.Tensor((4,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
