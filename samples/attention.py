# Self-attention as an exporter writes it: three linear layers on one input, then softmax(q k^T) v.
# The three matmuls share their left operand; CombineParallelMatmul makes one of them.
from tvm.script import ir as I
from tvm.script import relax as R


@I.ir_module
class Attention:
    @R.function
    def main(
        x: R.Tensor((1, 128, 256), "float32"),
        w_q: R.Tensor((256, 256), "float32"),
        w_k: R.Tensor((256, 256), "float32"),
        w_v: R.Tensor((256, 256), "float32"),
    ):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            q = R.matmul(x, w_q)
            k = R.matmul(x, w_k)
            v = R.matmul(x, w_v)
            unused = R.add(q, k)
            scores = R.matmul(q, R.permute_dims(k, [0, 2, 1])) * R.const(0.0625, "float32")
            out = R.matmul(R.nn.softmax(scores), v)
            R.output(out)
        return out
