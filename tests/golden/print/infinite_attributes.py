# test: fmt --verify-roundtrip
# Infinities, NaN and dtypes as attributes read back as what they are; a field of an operator has a type that says it.
from tvm.script import ir as I, relax as R

@I.ir_module
class M:
    I.module_attrs({"a": 1e400, "t": R.dtype("float32")})
    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"low": float("-inf"), "q": [float("nan")], "t": R.dtype("float16")})
        y = R.call_packed("f", x, a=1e400, attrs_type_key="X", sinfo_args=R.Object)
        z = R.clip(x, float("-inf"), 1e400)
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class M:
#|     I.module_attrs({"a": float("inf"), "t": R.dtype("float32")})
#|     @R.function(pure=False)
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         R.func_attr({"low": float("-inf"), "q": [float("nan")], "t": R.dtype("float16")})
#|         y: R.Object = R.call_packed("f", x, attrs_type_key="X", a=float("inf"), sinfo_args=(R.Object,))
#|         z: R.Tensor((2,), dtype="float32") = R.clip(x, R.prim_value(T.float64("-inf")), R.prim_value(T.float64("inf")))
#|         return z
