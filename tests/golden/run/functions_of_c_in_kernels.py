# test: run --engine=eval --compare=jit --input=A=3xf32='[0 1 4]'
@T.prim_func
def f(A: T.Buffer((3,), "float32"), B: T.Buffer((6, 3), "float32")):
    for i in range(3):
        B[0, i] = T.call_pure_extern("float32", "sqrtf", A[i])
        B[1, i] = T.call_extern("float32", "powf", A[i], T.float32(2.0))
        B[2, i] = T.exp(A[i]) - T.call_llvm_pure_intrin("float32", "llvm.exp", A[i])
        B[3, i] = T.call_llvm_pure_intrin("float32", "llvm.fmuladd.f32", T.uint32(3), A[i], A[i], T.float32(1.0))
        B[4, i] = T.call_pure_extern("float32", "tgammaf", A[i] + T.float32(1.0))
        B[5, i] = T.call_pure_extern("float32", "fmaxf", T.call_pure_extern("float32", "erff", A[i]), T.float32(0.5))

#| [[ 0.         1.         2.       ]
#|  [ 0.         1.        16.       ]
#|  [ 0.         0.         0.       ]
#|  [ 1.         2.        17.       ]
#|  [ 1.         1.        24.       ]
#|  [ 0.5        0.8427008  1.       ]]
