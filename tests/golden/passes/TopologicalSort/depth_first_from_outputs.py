# test: opt --passes=TopologicalSort{direction=from-outputs}
# What the first result needs comes first; what nobody uses stays.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(A: R.Tensor((2,), "int32")):
    with R.dataflow():
        B2 = R.add(A, R.const(2, "int32"))
        unused = R.negative(A)
        B1 = R.add(A, R.const(1, "int32"))
        C2 = R.add(A, B2)
        C1 = R.add(A, B1)
        R.output(C1, C2)
    return (C1, C2)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(A: R.Tensor((2,), dtype="int32")) -> R.Tuple(R.Tensor((2,), dtype="int32"), R.Tensor((2,), dtype="int32")):
#|     with R.dataflow():
#|         unused: R.Tensor((2,), dtype="int32") = R.negative(A)
#|         B1: R.Tensor((2,), dtype="int32") = R.add(A, R.const(1, "int32"))
#|         C1: R.Tensor((2,), dtype="int32") = R.add(A, B1)
#|         B2: R.Tensor((2,), dtype="int32") = R.add(A, R.const(2, "int32"))
#|         C2: R.Tensor((2,), dtype="int32") = R.add(A, B2)
#|         R.output(C1, C2)
#|     return (C1, C2)
