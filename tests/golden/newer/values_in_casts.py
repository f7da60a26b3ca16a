# test: fmt --dialect=tvm-0.26 --verify-roundtrip
# A cast to a value says it, in its annotation too.
@R.function
def main(a: R.Prim("int64"), f: R.Callable):
    n = T.int64()
    b = R.match_cast(a, R.Prim(value=n))
    g = R.match_cast(f, R.Callable(derive_func="tvm.relax.struct_info.infer_by_sinfo_args"))
    return (b, g)
