# test: run --engine=eval --compare=jit --input=A=37xf32=rand(normal,seed=7)
# Statement by statement, as two stores alternate; what is left of the vectors' width is computed, too.
@T.prim_func
def f(A: T.Buffer((37,), "float32"), B: T.Buffer((38,), "float32")):
    B[37] = T.float32(0)
    for j in range(37):
        B[j] = T.erf(A[j]) + T.exp(A[j]) * T.tanh(A[j])
        B[37] = B[37] + T.float32(1)

#| [ 0.28101915 -1.0395168  -0.28226894 -1.1437635   4.3590364   1.316889
#|  -0.14509946  1.0339622   1.3894196   0.18370137 -0.678288   -0.31576574
#|  16.458437    3.9720333   0.33506382  1.3070097  -0.20388901  0.09009017
#|  -0.89919376  4.5080295   4.0495253   5.663271   -1.0454389  -0.5941151
#|   0.19324669 -0.98406816 -0.15928847  0.50660795 -0.7231995   3.4224925
#|  -0.35893473  2.424851   -1.1688929   1.2771355  -0.21123189 -0.51087695
#|   2.3516502  37.        ]
