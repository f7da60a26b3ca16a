# test: run --engine=eval --compare=jit --input=A=8xf32=iota
# Where threads exchange data, all of them finish a statement before any begins the next one.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        s = T.allocate([8], "float32", "shared")
        r = T.allocate([1], "float32", "local")
        s_1 = T.Buffer((8,), data=s, scope="shared")
        r_1 = T.Buffer((1,), data=r, scope="local")
        s_1[tx] = A[tx]
        r_1[0] = T.float32(0)
        T.evaluate(T.tvm_storage_sync("shared"))
        for k in range(3):
            r_1[0] = r_1[0] + s_1[7 - tx]
            T.evaluate(T.tvm_storage_sync("shared"))
            s_1[tx] = r_1[0]
            T.evaluate(T.tvm_storage_sync("shared"))
        B[tx] = s_1[tx]

#| [14. 14. 14. 14. 14. 14. 14. 14.]
