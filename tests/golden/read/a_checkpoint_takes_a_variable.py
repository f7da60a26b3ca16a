# test: fails check
# A tuple in place is none, a tuple that is bound is.
@R.function
def main(x: R.Tensor((2,), "float32")):
    t = (x, x)
    a = R.grad.start_checkpoint(t)
    b = R.grad.end_checkpoint((x, x))
    return (a, b)

#| a_checkpoint_takes_a_variable.py:7:31: error: R.grad.end_checkpoint: input must be a variable [E0321]
#|         b = R.grad.end_checkpoint((x, x))
#|                                   ^~~~~~
