# test: run --engine=eval --compare=jit --input=n=10 --input=x=iota(10)
# What lies beyond the extent is not executed, and not held against the domain of the block's variable either.
@T.prim_func
def tiled(x: T.Buffer((10,), "float32"), y: T.Buffer((10,), "float32"), n: T.int32):
    for io, ii in T.grid(3, 4):
        with T.block("tile"):
            vi = T.axis.spatial(10, io * 4 + ii)
            T.where(io * 4 + ii < n)
            y[vi] = x[vi] * T.float32(2.0)

#| [ 0.  2.  4.  6.  8. 10. 12. 14. 16. 18.]
