# test: run --entry=choose --engine=eval --compare=jit --input=chosen=True --input=a=18446744073709551615 --input=b=nan
# bool takes the names of Python, uint64 all that it has, a float also what is no number: which is then the second one.
@T.prim_func
def choose(chosen: T.bool, a: T.uint64, b: T.float32, C: T.Buffer((1,), "uint64"), D: T.Buffer((3,), "float32")):
    C[0] = T.if_then_else(chosen, a, T.uint64(0))
    D[0] = T.max(b, T.float32(1))
    D[1] = T.min(b, T.float32(1))
    D[2] = T.max(T.float32(1), b)

#| ([18446744073709551615],
#|  [ 1.  1. nan])
