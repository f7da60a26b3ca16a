# test: opt --passes=TopologicalSort{order=breadth-first}
# All users of what is done before their users.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(A: R.Tensor((2,), "int32")):
    with R.dataflow():
        B1 = R.add(A, R.const(1, "int32"))
        C1 = R.add(A, B1)
        B2 = R.add(A, R.const(2, "int32"))
        C2 = R.add(A, B2)
        D = R.add(C1, C2)
        R.output(D)
    return D

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(A: R.Tensor((2,), dtype="int32")) -> R.Tensor((2,), dtype="int32"):
#|     with R.dataflow():
#|         B1: R.Tensor((2,), dtype="int32") = R.add(A, R.const(1, "int32"))
#|         B2: R.Tensor((2,), dtype="int32") = R.add(A, R.const(2, "int32"))
#|         C1: R.Tensor((2,), dtype="int32") = R.add(A, B1)
#|         C2: R.Tensor((2,), dtype="int32") = R.add(A, B2)
#|         D: R.Tensor((2,), dtype="int32") = R.add(C1, C2)
#|         R.output(D)
#|     return D
