# The attention rule as tutorials print it. Do not use it: see README.md.
from tvm.script import relax as R
from tvm.relax.dpl import *

def BSNH_to_BSH(tensor):
    return is_op("relax.reshape")(is_op("relax.permute_dims")(tensor), wildcard())

def BSH_to_BSNH(tensor):
    return is_op("relax.permute_dims")(is_op("relax.reshape")(tensor, wildcard()))

Q = wildcard()
K = wildcard()
V = wildcard()

Q_3D = BSNH_to_BSH(Q)
V_3D = BSNH_to_BSH(V)
K_3D = BSNH_to_BSH(K)

matmul1 = is_op("relax.matmul")(Q_3D, is_op("relax.permute_dims")(V_3D))
multiply = is_op("relax.multiply")(matmul1, is_const())
softmax = is_op("relax.nn.softmax")(multiply)
matmul2 = is_op("relax.matmul")(softmax, K_3D)
pattern = BSH_to_BSNH(matmul2)

def rewriter(_, matchings):
    return R.nn.attention(matchings[Q], matchings[K], matchings[V])

rewritten = rewrite_call(pattern, rewriter, main)
