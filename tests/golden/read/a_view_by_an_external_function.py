# test: fmt --short --verify-roundtrip
# The rule that its type names, that of R.memory.view, tells the result.
@R.function
def main(A: R.Tensor((4096,), "float32"), view: R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True)):
    B = R.ExternFunc("runtime.TVMArrayCreateView", R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True))(
        A, R.shape([64, 64]), R.dtype("float32"), R.prim_value(0)
    )
    C = view(A, R.shape([16, 64]), R.dtype("float16"), R.prim_value(2048))
    D = R.call_pure_packed(view, A, R.tuple(), R.dtype("int32"), R.tuple())
    E = R.call_pure_packed(
        R.ExternFunc("f", R.Callable(derive_func="tvm.relax.struct_info.infer_by_sinfo_args", purity=True)), A, sinfo_args=R.Tensor((2,), "int8")
    )
    return (B, C, D, E)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(A: R.Tensor((4096,), dtype="float32"), view: R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True)) -> R.Tuple(R.Tensor((64, 64), dtype="float32"), R.Tensor((16, 64), dtype="float16"), R.Tensor((4096,), dtype="int32"), R.Tensor((2,), dtype="int8")):
#|     B: R.Tensor((64, 64), dtype="float32") = R.call_packed("runtime.TVMArrayCreateView", A, R.shape([64, 64]), R.dtype("float32"), R.prim_value(0))
#|     C: R.Tensor((16, 64), dtype="float16") = view(A, R.shape([16, 64]), R.dtype("float16"), R.prim_value(2048))
#|     D = R.call_pure_packed(view, A, R.tuple(), R.dtype("int32"), R.tuple())
#|     E = R.call_pure_packed("f", A, sinfo_args=(R.Tensor((2,), dtype="int8"),))
#|     return (B, C, D, E)
