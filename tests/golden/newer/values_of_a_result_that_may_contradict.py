# test: fmt --dialect=tvm-0.26 --verify-roundtrip
# TVM 0.26 says no value in a result; the body says it, also where the result may be another.
@R.function
def main(a: R.Prim(value="n"), x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tuple(R.Prim(value="n"), R.Tensor(("n",), "float32")):
    return (a, y)

#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: R.Prim(value="n"), x: R.Tensor(("n",), dtype="float32"), y: R.Tensor(("m",), dtype="float32")) -> R.Tuple(T.int64, R.Tensor(("n",), dtype="float32")):
#|     n = T.int64()
#|     m = T.int64()
#|     return (a, y)
#| values_of_a_result_that_may_contradict.py:4:5: warning: R.Prim with a value is not part of tvm-0.26; it is printed as another version of TVM spells it [W0102]
#|     def main(a: R.Prim(value="n"), x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tuple(R.Prim(value="n"), R.Tensor(("n",), "float32")):
#|         ^~~~
