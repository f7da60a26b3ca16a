# test: opt --no-meta --passes=FoldConstant
# shape_to_tensor of a shape with a symbol is computed when it runs.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(("n",), "float32")):
    n = T.int64()
    with R.dataflow():
        a = R.shape_to_tensor(R.shape([n, 2]))
        b = R.shape_to_tensor(R.shape([3, 2]))
        c = R.add(a, b)
        R.output(c)
    return c

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor((2,), dtype="int64"):
#|     n = T.int64()
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="int64") = R.shape_to_tensor(R.shape([n, 2]))
#|         c: R.Tensor((2,), dtype="int64") = R.add(a, metadata["relax.expr.Constant"][0])
#|         R.output(c)
#|     return c
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| symbolic_shapes_stay.py:10:13: warning: the text leaves out the constant here; it cannot be read back [W0105]
#|             b = R.shape_to_tensor(R.shape([3, 2]))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
