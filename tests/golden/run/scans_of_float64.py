# test: run --fill='rand(normal,seed=1)' --engine=eval --compare=jit
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((20000,), "float64")) -> R.Tensor((20000,), "float64"):
    y = R.cumsum(x)
    return y

#| [ 1.5083505   0.97278342  1.70782227 ... 85.05990686 84.49543715
#|  84.60399597]
