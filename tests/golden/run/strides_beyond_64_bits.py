# test: fails run --engine=eval --entry=f --input=S=2xi64='[4611686018427387904 1]'
# test: fails run --entry=f --input=S=2xi64='[4611686018427387904 1]'
# test: run --engine=eval --compare=jit --entry=f --input=S=2xi64='[3 1]'
@T.prim_func
def f(S: T.Buffer((2,), "int64"), B: T.Buffer((16,), "float32")):
    with T.block("root"):
        s: T.int64 = S[0]
        V = T.Buffer((4, 4), "float32", data=B.data, strides=(s, T.int64(1)))
        for i, j in T.grid(4, 4):
            V[i, j] = T.Cast("float32", i * 10 + j)

#| $ fails run --engine=eval --entry=f --input=S=2xi64='[4611686018427387904 1]'
#| strides_beyond_64_bits.py:10:13: error: kernel 'f': V[1, 0]: its place does not fit into 64 bits [E0701]
#|                 V[i, j] = T.Cast("float32", i * 10 + j)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=f --input=S=2xi64='[4611686018427387904 1]'
#| strides_beyond_64_bits.py:10:13: error: kernel 'f': V[1, 0]: its place does not fit into 64 bits [E0701]
#|                 V[i, j] = T.Cast("float32", i * 10 + j)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --engine=eval --compare=jit --entry=f --input=S=2xi64='[3 1]'
#| [ 0.  1.  2. 10. 11. 12. 20. 21. 22. 30. 31. 32. 33.  0.  0.  0.]
