# test: opt --passes=ExpandMatmulOfSum --remarks
# Both summands known before the run, also where they are computed; a sum that broadcasts; small integers that would wrap.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), b: R.Tensor((3,), "float32"), A: R.Tensor((4, 3), "float32"), P: R.Tensor((4, 3), "float32")):
        R.func_attr({"num_input": 2})
        with R.dataflow():
            A2 = R.multiply(A, A)
            w = R.add(A2, P)
            o0 = R.matmul(x, w)
            v = R.add(A, b)
            o1 = R.matmul(x, v)
            R.output(o0, o1)
        return (o0, o1)

    @R.function
    def widening(q: R.Tensor((2, 4), "int8"), A: R.Tensor((4, 3), "int8"), B: R.Tensor((4, 3), "int8")):
        with R.dataflow():
            w = R.add(A, B)
            o = R.matmul(q, w, out_dtype="int32")
            R.output(o)
        return o

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def widening(q: R.Tensor((2, 4), dtype="int8"), A: R.Tensor((4, 3), dtype="int8"), B: R.Tensor((4, 3), dtype="int8")) -> R.Tensor((2, 3), dtype="int32"):
#|         with R.dataflow():
#|             w: R.Tensor((4, 3), dtype="int8") = R.add(A, B)
#|             o: R.Tensor((2, 3), dtype="int32") = R.matmul(q, w, out_dtype="int32")
#|             R.output(o)
#|         return o
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 4), dtype="float32"), b: R.Tensor((3,), dtype="float32"), A: R.Tensor((4, 3), dtype="float32"), P: R.Tensor((4, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
#|         R.func_attr({"num_input": 2})
#|         with R.dataflow():
#|             A2: R.Tensor((4, 3), dtype="float32") = R.multiply(A, A)
#|             w: R.Tensor((4, 3), dtype="float32") = R.add(A2, P)
#|             o0: R.Tensor((2, 3), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             v: R.Tensor((4, 3), dtype="float32") = R.add(A, b)
#|             o1: R.Tensor((2, 3), dtype="float32") = R.matmul(x, v, out_dtype="void")
#|             R.output(o0, o1)
#|         return (o0, o1)
#| what_is_not_expanded.py:13:18: remark: ExpandMatmulOfSum: both summands are known before the run [R0101]
#|                 o0 = R.matmul(x, w)
#|                      ^~~~~~~~~~~~~~
#| what_is_not_expanded.py:15:18: remark: ExpandMatmulOfSum: the summands differ in shape or dtype [R0101]
#|                 o1 = R.matmul(x, v)
#|                      ^~~~~~~~~~~~~~
#| what_is_not_expanded.py:23:17: remark: ExpandMatmulOfSum: the product widens integers that the sum may wrap [R0101]
#|                 o = R.matmul(q, w, out_dtype="int32")
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
