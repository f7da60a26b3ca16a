# test: run --fill='rand(normal,seed=1)' --engine=eval --compare=jit --outputs=none
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((20000,), "float64")) -> R.Tensor((20000,), "float64"):
    y = R.cumsum(x)
    return y
