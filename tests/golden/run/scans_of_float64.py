# test: run --fill='rand(normal,seed=1)' --engine=eval --compare=jit
# from tvm.script import relax as R

@R.function
def main(x: R.Tensor((200000,), "float64")) -> R.Tensor((200000,), "float64"):
    y = R.cumsum(x)
    return y

#| [  1.5083505    0.97278342   1.70782227 ... 399.03889317 398.834386
#|  398.51021579]
