# test: opt --rules=registered_patterns.py --passes=FuseOpsByPattern --check-each=2
# test: rules list
# test: rules check
# What is registered later comes first; a pattern may have names for its parts, a check, and attributes for the function.
from tvm.relax.backend.pattern_registry import get_patterns_with_prefix, register_patterns
from tvm.relax.dpl import is_op, wildcard
from tvm.relax.transform import FusionPattern

x, w, b = wildcard(), wildcard(), wildcard()
product = is_op("relax.matmul")(x, w)
shifted = is_op("relax.add")(product, b)

def is_wide(context):
    shape = context.annotated_expr["rhs"].struct_info.shape
    return len(shape) == 2 and shape[1] >= 3

def sizes(parts):
    return {"columns": parts["rhs"].struct_info.shape[-1], "biased": "bias" in parts}

register_patterns([
    ("lib.matmul", product, {"lhs": x, "rhs": w}, None, sizes),
    FusionPattern("lib.matmul_bias", shifted, {"lhs": x, "rhs": w, "bias": b}, is_wide, sizes),
])
assert [p.name for p in get_patterns_with_prefix("lib.")] == ["lib.matmul_bias", "lib.matmul"]

@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32"), v: R.Tensor((8, 2), "float32"), b: R.Tensor((8,), "float32"), c: R.Tensor((2,), "float32")):
    with R.dataflow():
        wide = R.matmul(x, w)
        wide_shifted = R.add(wide, b)
        narrow = R.matmul(wide_shifted, v)
        narrow_shifted = R.add(narrow, c)
        R.output(narrow_shifted)
    return narrow_shifted

#| $ opt --rules=registered_patterns.py --passes=FuseOpsByPattern --check-each=2
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_matmul(lv: R.Tensor((4, 8), dtype="float32"), v: R.Tensor((8, 2), dtype="float32")) -> R.Tensor((4, 2), dtype="float32"):
#|         R.func_attr({"Composite": "lib.matmul", "Primitive": 1, "biased": False, "columns": 2})
#|         with R.dataflow():
#|             gv: R.Tensor((4, 2), dtype="float32") = R.matmul(lv, v, out_dtype="void")
#|             R.output(gv)
#|         return gv
#|
#|     @R.function(private=True)
#|     def fused_relax_matmul_relax_add(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|         R.func_attr({"Composite": "lib.matmul_bias", "Primitive": 1, "biased": True, "columns": 8})
#|         with R.dataflow():
#|             wide: R.Tensor((4, 8), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             gv: R.Tensor((4, 8), dtype="float32") = R.add(wide, b)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), v: R.Tensor((8, 2), dtype="float32"), b: R.Tensor((8,), dtype="float32"), c: R.Tensor((2,), dtype="float32")) -> R.Tensor((4, 2), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((4, 8), dtype="float32") = cls.fused_relax_matmul_relax_add(x, w, b)
#|             lv_1: R.Tensor((4, 2), dtype="float32") = cls.fused_relax_matmul(lv, v)
#|             narrow_shifted: R.Tensor((4, 2), dtype="float32") = R.add(lv_1, c)
#|             R.output(narrow_shifted)
#|         return narrow_shifted
#| 1 pass checked by running: 2 runs agree
#| $ rules list
#| registered_patterns.py:22: lib.matmul_bias  registered  R.add(R.matmul(x, w), b)
#| registered_patterns.py:20: lib.matmul  registered  R.matmul(x, w)
#| $ rules check
#| lib.matmul_bias: 64 programs compute the same before and after
#| lib.matmul: 64 programs compute the same before and after
