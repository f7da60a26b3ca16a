# test: opt --passes=DecomposeOpsForInference --remarks
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(dtype="float32"), g: R.Tensor((3,), "float32"), t: R.Tensor(("k",), "int64")):
    a = R.nn.batch_norm(x, g, g, g, g, axis=1)
    s = R.tensor_to_shape(t)
    return (a[0], s)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(dtype="float32"), g: R.Tensor((3,), dtype="float32"), t: R.Tensor(("k",), dtype="int64")) -> R.Tuple(R.Tensor(dtype="float32"), R.Shape(ndim=-1)):
#|     k = T.int64()
#|     a: R.Tuple(R.Tensor(dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32")) = R.nn.batch_norm(x, g, g, g, g, axis=1, epsilon=1.0000000000000001e-05, center=True, scale=True, momentum=0.10000000000000001)
#|     s: R.Shape(ndim=-1) = R.tensor_to_shape(t)
#|     gv2: R.Tensor(dtype="float32") = a[0]
#|     return (gv2, s)
#| what_stays.py:6:9: remark: DecomposeOpsForInference: the rank or dtype of the data is not known [R0101]
#|         a = R.nn.batch_norm(x, g, g, g, g, axis=1)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:7:9: remark: DecomposeOpsForInference: the rank of the shape is not known [R0101]
#|         s = R.tensor_to_shape(t)
#|             ^~~~~~~~~~~~~~~~~~~~
