# test: fmt --dialect=tvm-0.26 --verify-roundtrip
# A cast to a value says it, in its annotation too.
@R.function
def main(a: R.Prim("int64"), f: R.Callable):
    n = T.int64()
    b = R.match_cast(a, R.Prim(value=n))
    g = R.match_cast(f, R.Callable(derive_func="tvm.relax.struct_info.infer_by_sinfo_args"))
    return (b, g)

#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: T.int64, f: R.Callable) -> R.Tuple(T.int64, R.Callable):
#|     n = T.int64()
#|     b: R.Prim(value=n) = R.match_cast(a, R.Prim(value=n))
#|     g: R.Callable(derive_func="tvm.relax.struct_info.infer_by_sinfo_args") = R.match_cast(f, R.Callable(derive_func="tvm.relax.struct_info.infer_by_sinfo_args"))
#|     return (b, g)
#| values_in_casts.py:6:9: warning: R.Prim with a value is not part of tvm-0.26; it is printed as another version of TVM spells it [W0102]
#|         b = R.match_cast(a, R.Prim(value=n))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
