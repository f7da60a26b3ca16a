# test: run --engine=eval --compare=jit --input=x=3x4xf32='[[1 2 3 4][5 6 7 8][9 10 11 12]]' --input=C='full(100)' --input=D='full(100)'
# A predicate that leaves the first instance out leaves the initialisation out, too: the old contents are added to.
@T.prim_func
def sums(x: T.Buffer((3, 4), "float32"), C: T.Buffer((3,), "float32"), D: T.Buffer((3,), "float32")):
    for i, k in T.grid(3, 4):
        with T.block("all"):
            vi, vk = T.axis.remap("SR", [i, k])
            with T.init():
                C[vi] = T.float32(0.0)
            C[vi] = C[vi] + x[vi, vk]
    for i, k in T.grid(3, 4):
        with T.block("without the first"):
            vi, vk = T.axis.remap("SR", [i, k])
            T.where(k > 0)
            with T.init():
                D[vi] = T.float32(0.0)
            D[vi] = D[vi] + x[vi, vk]

#| ([10. 26. 42.],
#|  [109. 121. 133.])
