# test: fails check
# The struct info of a call that depends on what is not known.
@R.function
def main(x: R.Tensor(ndim=2, dtype="float32")):
    y = R.eye_like(x)
    return y

#| inference_needs_more.py:5:20: error: R.eye_like: the shape of x must be known, found R.Tensor(dtype="float32", ndim=2) [E0408]
#|         y = R.eye_like(x)
#|                        ^
