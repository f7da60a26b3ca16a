# test: fmt --dialect=tvm-0.26
# A parameter whose value is a symbol has no newer spelling.
@R.function
def main(p: R.Prim(value="n"), x: R.Tensor(("n",), "float32")):
    return x

#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(p: R.Prim(value="n"), x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
#|     n = T.int64()
#|     return x
#| gone_from_the_dialect.py:4:5: warning: R.Prim with a value is not part of tvm-0.26; it is printed as another version of TVM spells it [W0102]
#|     def main(p: R.Prim(value="n"), x: R.Tensor(("n",), "float32")):
#|         ^~~~
