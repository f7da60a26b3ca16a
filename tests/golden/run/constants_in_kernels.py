# test: run --engine=eval --compare=jit
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    K_data = T.allocate_const([1.5, 2.5, 3.5, 4.5], "float32", [4])
    K = T.decl_buffer((4,), data=K_data)
    for i in range(4):
        A[i] = K[3 - i]

#| [4.5 3.5 2.5 1.5]
