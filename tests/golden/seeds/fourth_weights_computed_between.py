# test: rules run
# The weights are computed between the matmuls: all of them before the one that takes their concatenation.
from tvm.script import relax as R
from tvm.relax.dpl import *

with PatternContext() as ctx:
    inp_pat = wildcard()
    Q_weight_pat = wildcard()
    K_weight_pat = wildcard()
    V_weight_pat = wildcard()

    matmul1 = is_op("relax.matmul")(inp_pat, Q_weight_pat)
    matmul2 = is_op("relax.matmul")(inp_pat, K_weight_pat)
    matmul3 = is_op("relax.matmul")(inp_pat, V_weight_pat)

def rewriter(matchings, _):
    inp = matchings[inp_pat]
    Q_weight = matchings[Q_weight_pat]
    K_weight = matchings[K_weight_pat]
    V_weight = matchings[V_weight_pat]
    width = Q_weight.struct_info.shape[1]

    weights = [Q_weight, K_weight, V_weight]
    concat = R.concat(weights, axis=1)
    matmul = R.matmul(inp, concat)
    Q = R.strided_slice(matmul, axes=[2], begin=[0], end=[width])
    K = R.strided_slice(matmul, axes=[2], begin=[width], end=[width * 2])
    V = R.strided_slice(matmul, axes=[2], begin=[width * 2], end=[width * 3])

    # matchings[matmul1] gives the bound variable in the binding whose RHS matches with
    # the matmul1 pattern. For example, lv0 in lv0 = R.matmul(x1, w0).
    # We want to replace the RHS of this binding with Q.
    return {matchings[matmul1]: Q, matchings[matmul2]: K, matchings[matmul3]: V}

@R.function
def main(
    x1: R.Tensor((2, 1024, 640), "float32"),
    w0: R.Tensor((640, 640), "float32"),
    w1: R.Tensor((640, 640), "float32"),
    w2: R.Tensor((640, 640), "float32"),
):
    with R.dataflow():
        w0_t = R.permute_dims(w0, axes=None)
        lv0 = R.matmul(x1, w0_t)
        w1_t = R.permute_dims(w1, axes=None)
        w1_t_t = R.permute_dims(w1_t, axes=None)
        lv1 = R.matmul(x1, w1_t_t)
        w2_t = R.permute_dims(w2, axes=None)
        lv2 = R.matmul(x1, w2_t)
        out = (lv0, lv1, lv2)
        R.output(out)
    return out

rewrite_bindings(ctx, rewriter, main).show()

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x1: R.Tensor((2, 1024, 640), dtype="float32"), w0: R.Tensor((640, 640), dtype="float32"), w1: R.Tensor((640, 640), dtype="float32"), w2: R.Tensor((640, 640), dtype="float32")) -> R.Tuple(R.Tensor((2, 1024, 640), dtype="float32"), R.Tensor((2, 1024, 640), dtype="float32"), R.Tensor((2, 1024, 640), dtype="float32")):
#|     with R.dataflow():
#|         w0_t: R.Tensor((640, 640), dtype="float32") = R.permute_dims(w0, axes=None)
#|         w1_t: R.Tensor((640, 640), dtype="float32") = R.permute_dims(w1, axes=None)
#|         w1_t_t: R.Tensor((640, 640), dtype="float32") = R.permute_dims(w1_t, axes=None)
#|         w2_t: R.Tensor((640, 640), dtype="float32") = R.permute_dims(w2, axes=None)
#|         lv: R.Tensor((640, 1920), dtype="float32") = R.concat((w0_t, w1_t_t, w2_t), axis=1)
#|         lv1: R.Tensor((2, 1024, 1920), dtype="float32") = R.matmul(x1, lv, out_dtype="void")
#|         lv0: R.Tensor((2, 1024, 640), dtype="float32") = R.strided_slice(lv1, (R.prim_value(2),), (R.prim_value(0),), (R.prim_value(640),), assume_inbound=False)
#|         lv1_1: R.Tensor((2, 1024, 640), dtype="float32") = R.strided_slice(lv1, (R.prim_value(2),), (R.prim_value(640),), (R.prim_value(1280),), assume_inbound=False)
#|         lv2: R.Tensor((2, 1024, 640), dtype="float32") = R.strided_slice(lv1, (R.prim_value(2),), (R.prim_value(1280),), (R.prim_value(1920),), assume_inbound=False)
#|         out: R.Tuple(R.Tensor((2, 1024, 640), dtype="float32"), R.Tensor((2, 1024, 640), dtype="float32"), R.Tensor((2, 1024, 640), dtype="float32")) = lv0, lv1_1, lv2
#|         R.output(out)
#|     return out
