# test: run --engine=eval --compare=jit --input=A='rand(seed=1)' --input=B='rand(seed=2)' --max-elements=6
# A vector of 1024 lanes is 128 instructions: a kernel of some of them gets plain code, since LLVM would take long.
@T.prim_func
def k(A: T.Buffer((2048,), "float64"), B: T.Buffer((2048,), "float64")):
    B[0:1024] = T.max(A[0:1024], B[1:1025]) * A[0:1024]
    B[1:1025] = T.max(A[0:1024], B[1:1025]) * A[1:1025]
    B[2:1026] = T.max(A[0:1024], B[1:1025]) * A[2:1026]
    B[3:1027] = T.max(A[0:1024], B[1:1025]) * A[3:1027]
    B[4:1028] = T.max(A[0:1024], B[1:1025]) * A[4:1028]
    B[5:1029] = T.max(A[0:1024], B[1:1025]) * A[5:1029]
    B[6:1030] = T.max(A[0:1024], B[1:1025]) * A[6:1030]
    B[7:1031] = T.max(A[0:1024], B[1:1025]) * A[7:1031]

#| [ 0.20227592  2.11913626  3.03353324 ...  0.38382868  1.73771495
#|  -1.33901692]
