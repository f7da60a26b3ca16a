# test: fails run --input=c=bool=1 --input=x=3xf32=ones
# The if is for eval, but eval does not know the external function.
@R.function(pure=False)
def main(c: R.Tensor((), "bool"), x: R.Tensor((3,), "float32")):
    if c:
        y = R.exp(x)
    else:
        y = R.call_packed("f", x, sinfo_args=R.Tensor((3,), "float32"))
    return y

#| what_eval_cannot_run_either.py:5:5: error: cannot compile an if whose condition is not known before the run [E0903]
#|         if c:
#|         ^~~~~
