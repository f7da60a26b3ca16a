# test: fails run --dump=kernels --fill=ones
@T.prim_func
def main(A: T.Buffer((4,), "float32")):
    for i in range(4):
        A[i] = A[i] * T.float32(2.0)

#| a_kernel_by_itself.py:3:5: error: the entry is a kernel, which is TIR as it stands [E0903]
#|     def main(A: T.Buffer((4,), "float32")):
#|         ^~~~
