# test: run --engine=eval --compare=jit --input=n=7 --input=A=2xi32='[1 2]'
# The buffers that may be written, in order, and then what the kernel returns; inputs stay as they are.
@T.prim_func
def f(n: T.int32, A: T.Buffer((2,), "int32"), B: T.Buffer((2,), "int32")) -> T.int32:
    for i in range(2):
        A[i] = A[i] * n
        B[i] = A[i] + 1
    return n // 2

#| ([ 7 14],
#|  [ 8 15],
#|  3)
