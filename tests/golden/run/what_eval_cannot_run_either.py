# test: run --input=c=bool=1 --input=x=3xf32=ones
# test: fails run --input=c=bool=0 --input=x=3xf32=ones
# No engine knows the external function, which only one branch calls.
@R.function(pure=False)
def main(c: R.Tensor((), "bool"), x: R.Tensor((3,), "float32")):
    if c:
        y = R.exp(x)
    else:
        y = R.call_packed("f", x, sinfo_args=R.Tensor((3,), "float32"))
    return y

#| $ run --input=c=bool=1 --input=x=3xf32=ones
#| [2.7182817 2.7182817 2.7182817]
#| $ fails run --input=c=bool=0 --input=x=3xf32=ones
#| what_eval_cannot_run_either.py:9:27: error: the external function 'f' cannot be run [E0903]
#|             y = R.call_packed("f", x, sinfo_args=R.Tensor((3,), "float32"))
#|                               ^~~
