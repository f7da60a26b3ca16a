# test: opt --no-meta --passes=FoldConstant{max-bytes=16} --remarks
# A constant of more than max-bytes would make the script larger than the call that it replaces.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main():
    with R.dataflow():
        a = R.zeros(R.shape([4]), "float32")
        b = R.zeros(R.shape([5]), "float32")
        R.output(a, b)
    return (a, b)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((5,), dtype="float32")):
#|     with R.dataflow():
#|         b: R.Tensor((5,), dtype="float32") = R.zeros(R.shape([5]), dtype="float32")
#|         R.output(b)
#|     return (metadata["relax.expr.Constant"][0], b)
#|
#| # Metadata omitted. Use show_meta=True in script() method to show it.
#| large_results_stay.py:9:13: remark: FoldConstant: the constant would be larger, or more work, than max-bytes=16 allows [R0101]
#|             b = R.zeros(R.shape([5]), "float32")
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| large_results_stay.py:8:13: warning: the text leaves out the constant here; it cannot be read back [W0105]
#|             a = R.zeros(R.shape([4]), "float32")
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
