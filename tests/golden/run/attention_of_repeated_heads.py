# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=rand(normal,seed=3), m=rand(normal,seed=4))
# Heads of keys and values that serve several of the query, in the ways that exports write it: dims that are broadcast
# and reshaped, R.repeat, one head for all that is broadcast or that the products broadcast. A repeated key that has
# another reader stays, and a scaled one is scaled once.
@R.function
def main(q: R.Tensor((2, 6, 2, 4), "float32"), k: R.Tensor((2, 3, 5, 4), "float32"), v: R.Tensor((2, 3, 5, 3), "float32"), m: R.Tensor((2, 1, 2, 5), "float32")):
    with R.dataflow():
        k1 = R.reshape(R.broadcast_to(R.expand_dims(k, 2), (2, 3, 2, 5, 4)), (2, 6, 5, 4))
        v1 = R.reshape(R.broadcast_to(R.expand_dims(v, 2), (2, 3, 2, 5, 3)), (2, 6, 5, 3))
        a1 = R.matmul(R.nn.softmax(R.add(R.matmul(q, R.permute_dims(k1, [0, 1, 3, 2])), m)), v1)
        k2 = R.repeat(k, 2, axis=1)
        v2 = R.repeat(v, 2, axis=1)
        a2 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(k2, [0, 1, 3, 2]))), v2)
        k3 = R.strided_slice(k, [1], [0], [1])
        v3 = R.strided_slice(v, [1], [0], [1])
        a3 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(R.broadcast_to(k3, (2, 6, 5, 4)), [0, 1, 3, 2]))), R.broadcast_to(v3, (2, 6, 5, 3)))
        a4 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(k3, [0, 1, 3, 2]))), v3)
        k5 = R.repeat(k, 2, axis=1)
        a5 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(k5, [0, 1, 3, 2]))), R.repeat(v, 2, axis=1))
        k6 = R.reshape(R.broadcast_to(R.expand_dims(k, 1), (2, 2, 3, 5, 4)), (2, 6, 5, 4))
        a6 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(k6, [0, 1, 3, 2]))), R.repeat(v, 2, axis=1))
        k7 = R.broadcast_to(R.multiply(k3, R.const(0.25, "float32")), (2, 6, 5, 4))
        a7 = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(k7, [0, 1, 3, 2]))), R.broadcast_to(v3, (2, 6, 5, 3)))
        o = R.astype(R.sum(R.stack([a1, a2, a3, a4, a5, a6, a7]), axis=[1, 2, 3]), "float16")
        s = R.astype(R.sum(k5), "float16")
        R.output(o, s)
    return (o, s)

#| ([[-8.29    8.58    0.8613]
#|   [-7.38    8.97    1.555 ]
#|   [-2.807   2.387   1.226 ]
#|   [-2.807   2.387   1.226 ]
#|   [-7.38    8.97    1.555 ]
#|   [-2.748   9.016   2.334 ]
#|   [-2.473  -1.513   1.755 ]],
#|  16.36)
