# test: run --input=v=iota --input=q=zeros --input=k=1x2x1x1xf32='[[[[1]][[2]]]]' --input=u=1x2x1x1xf32='[[[[1]][[3]]]]' --input=bias=1x1x2x2xf32='[[[[0 0][-100 100]]]]' --input=n=3xi32='[0 1 2]' --input=m=ones
# Of two equal scores the mean is taken, and of very different ones the greater: 1 and 3 give 2 and 3.
@R.function
def main(v: R.Tensor((1, 1, 2, 2, 2), "float32"), q: R.Tensor((1, 2, 1, 1), "float32"), k: R.Tensor((1, 2, 1, 1), "float32"), u: R.Tensor((1, 2, 1, 1), "float32"), bias: R.Tensor((1, 1, 2, 2), "float32"), n: R.Tensor((3,), "int32"), m: R.Tensor((1,), "int32")):
    a = R.nn.max_pool3d(v, pool_size=[2, 2, 2])
    b = R.nn.avg_pool3d(v, pool_size=[2, 2, 1])
    c = R.nn.attention_bias(q, k, u, bias)
    d = R.nn.attention_var_len(q, k, u, n, n, m, m)
    return (a, b, c, d)

#| ([[[[[7.]]]]],
#|  [[[[[3. 4.]]]]],
#|  [[[[2.]]
#|
#|    [[3.]]]],
#|  [[[[1.]]
#|
#|    [[3.]]]])
