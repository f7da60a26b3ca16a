# test: run --engine=eval --input=x=4xf32=[-2.5,-0.5,0.5,3] --input=y=4xf32=[1,-1,2,0.5]
# Pointwise operators that TVM has got since 0.19; relu6 is a clip.
@R.function
def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.atan2(x, y)
        b = R.log_add_exp(x, y)
        c = R.trunc(x)
        d = R.nn.selu(x)
        e = R.nn.softplus(x, beta=2.0)
        f = R.nn.prelu(R.reshape(x, (1, 2, 2)), R.const([0.5, 0.25], "float32"))
        g = R.nn.relu6(R.multiply(x, R.const(3.0, "float32")))
        R.output(a, b, c, d, e, f, g)
    return (a, b, c, d, e, f, g)

#| ([-1.19029    -2.6779451   0.24497867  1.4056476 ],
#|  [ 1.0297505  -0.02592301  2.2014134   3.0788898 ],
#|  [-2. -0.  0.  3.],
#|  [-1.6137857 -0.6917582  0.5253505  3.152103 ],
#|  [0.00335767 0.15663084 0.6566308  3.0012379 ],
#|  [[[-1.25 -0.25]
#|    [ 0.5   3.  ]]],
#|  [0.  0.  1.5 6. ])
