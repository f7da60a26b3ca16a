# test: rules run
# test: fails rules check
# The tutorial takes K for V and V for K, and looks at no axes: `rules check` refuses the rule (samples/rules).
from tvm.script import relax as R
from tvm.script import tir as T
from tvm import relax as rx
from tvm import relay, tir
from tvm.relax.analysis import get_var2val
from tvm.relax.dpl import *

@R.function
def main(
    Q: R.Tensor((2, 4096, 8, 40), "float32"),
    K: R.Tensor((2, 4096, 8, 40), "float32"),
    V: R.Tensor((2, 4096, 8, 40), "float32"),
) -> R.Tensor((2, 4096, 8, 40), "float32"):
    with R.dataflow():
        lv58 = R.permute_dims(Q, axes=[0, 2, 1, 3])
        lv59 = R.reshape(lv58, R.shape([16, 4096, 40]))

        lv61 = R.permute_dims(K, axes=[0, 2, 1, 3])
        lv62 = R.reshape(lv61, R.shape([16, 4096, 40]))

        lv64 = R.permute_dims(V, axes=[0, 2, 1, 3])
        lv65 = R.reshape(lv64, R.shape([16, 4096, 40]))

        lv62_transposed = R.permute_dims(lv62, axes=[0, 2, 1])
        lv3_1 = R.matmul(lv59, lv62_transposed)
        lv68 = R.multiply(lv3_1, R.const(0.15811388194561005, "float32"))
        lv69 = R.nn.softmax(lv68, axis=-1)
        lv_3 = R.matmul(lv69, lv65)

        lv71 = R.reshape(lv_3, R.shape([2, 8, 4096, 40]))
        lv72 = R.permute_dims(lv71, axes=[0, 2, 1, 3])
        R.output(lv72)

    return lv72
main.show()

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
rewritten.show()

#| $ rules run
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(Q: R.Tensor((2, 4096, 8, 40), dtype="float32"), K: R.Tensor((2, 4096, 8, 40), dtype="float32"), V: R.Tensor((2, 4096, 8, 40), dtype="float32")) -> R.Tensor((2, 4096, 8, 40), dtype="float32"):
#|     with R.dataflow():
#|         lv58: R.Tensor((2, 8, 4096, 40), dtype="float32") = R.permute_dims(Q, axes=[0, 2, 1, 3])
#|         lv59: R.Tensor((16, 4096, 40), dtype="float32") = R.reshape(lv58, R.shape([16, 4096, 40]))
#|         lv61: R.Tensor((2, 8, 4096, 40), dtype="float32") = R.permute_dims(K, axes=[0, 2, 1, 3])
#|         lv62: R.Tensor((16, 4096, 40), dtype="float32") = R.reshape(lv61, R.shape([16, 4096, 40]))
#|         lv64: R.Tensor((2, 8, 4096, 40), dtype="float32") = R.permute_dims(V, axes=[0, 2, 1, 3])
#|         lv65: R.Tensor((16, 4096, 40), dtype="float32") = R.reshape(lv64, R.shape([16, 4096, 40]))
#|         lv62_transposed: R.Tensor((16, 40, 4096), dtype="float32") = R.permute_dims(lv62, axes=[0, 2, 1])
#|         lv3_1: R.Tensor((16, 4096, 4096), dtype="float32") = R.matmul(lv59, lv62_transposed, out_dtype="void")
#|         lv68: R.Tensor((16, 4096, 4096), dtype="float32") = R.multiply(lv3_1, R.const(0.15811388194561005, "float32"))
#|         lv69: R.Tensor((16, 4096, 4096), dtype="float32") = R.nn.softmax(lv68, axis=-1)
#|         lv_3: R.Tensor((16, 4096, 40), dtype="float32") = R.matmul(lv69, lv65, out_dtype="void")
#|         lv71: R.Tensor((2, 8, 4096, 40), dtype="float32") = R.reshape(lv_3, R.shape([2, 8, 4096, 40]))
#|         lv72: R.Tensor((2, 4096, 8, 40), dtype="float32") = R.permute_dims(lv71, axes=[0, 2, 1, 3])
#|         R.output(lv72)
#|     return lv72
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(Q: R.Tensor((2, 4096, 8, 40), dtype="float32"), K: R.Tensor((2, 4096, 8, 40), dtype="float32"), V: R.Tensor((2, 4096, 8, 40), dtype="float32")) -> R.Tensor((2, 4096, 8, 40), dtype="float32"):
#|     with R.dataflow():
#|         lv72: R.Tensor((2, 4096, 8, 40), dtype="float32") = R.nn.attention(Q, V, K, scale=None, causal_mask=None, window_size=None)
#|         R.output(lv72)
#|     return lv72
#| $ fails rules check
#| rewriter: wrong
#| second_attention_literally.py:41:35: warning: rule 'rewriter' matches R.permute_dims whatever 'axes' is [W0103]
#|         return is_op("relax.reshape")(is_op("relax.permute_dims")(tensor), wildcard())
#|                                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| second_attention_literally.py:44:12: warning: rule 'rewriter' matches R.permute_dims whatever 'axes' is [W0103]
#|         return is_op("relax.permute_dims")(is_op("relax.reshape")(tensor, wildcard()))
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| second_attention_literally.py:54:39: warning: rule 'rewriter' matches R.permute_dims whatever 'axes' is [W0103]
#|     matmul1 = is_op("relax.matmul")(Q_3D, is_op("relax.permute_dims")(V_3D))
#|                                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| second_attention_literally.py:56:11: warning: rule 'rewriter' matches R.nn.softmax whatever 'axis' is [W0103]
#|     softmax = is_op("relax.nn.softmax")(multiply)
#|               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| second_attention_literally.py:62:13: error: rule 'rewriter' changes the result: result[0, 0, 0, 0] is 2.5 before, -2 now; 30 of 32 elements differ; with x0: (4, 1, 2, 4) float16, x1: (4, 1, 2, 4) float16, x2: (4, 1, 2, 4) float16 (program and arguments of seed 118) [E0605]
#|     rewritten = rewrite_call(pattern, rewriter, main)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| second_attention_literally.py:48:5: note: the numbers agree when 'V' and 'K' are exchanged in the replacement
#|     V = wildcard()
#|         ^~~~~~~~~~
#| second_attention_literally.py:47:5: note: 'K' is this
#|     K = wildcard()
#|         ^~~~~~~~~~
