# test: opt --rules=what_a_check_sees.py --passes=FuseOpsByPattern
# The context of a check: the root, the parts with names, the bindings, and who uses them.
from tvm.relax import Call, DataflowVar
from tvm.relax.backend import register_patterns
from tvm.relax.backend.utils import has_leaking_intermediate_variables

x = wildcard()
inner = is_op("relax.exp")(x)
outer = is_op("relax.negative")(inner)

def name(variable):
    return variable.name_hint

def check(context):
    root = context.value_to_bound_var[context.matched_expr]
    assert isinstance(context.matched_expr, Call) and context.matched_expr.op.name == "relax.negative"
    print("root", name(root))
    print("parts", {key: name(value) for key, value in context.annotated_expr.items()})
    print("bindings", [name(variable) for variable, value in context.matched_bindings.items()])
    for variable in context.matched_bindings:
        print(" ", name(variable), "is used by", [name(user) for user in context.var_usages[variable]])
    inside = set(context.matched_bindings.keys())
    leaks = any(v != root and (not isinstance(v, DataflowVar) or any(u not in inside for u in context.var_usages[v])) for v in inside)
    assert leaks == has_leaking_intermediate_variables(context)
    print("leaks" if leaks else "closed")
    return not leaks

register_patterns([("lib.negative_exp", outer, {"input": x, "inner": inner, "absent": wildcard()}, check)])

@R.function
def main(p: R.Tensor((4,), "float32"), q: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.exp(p)
        b = R.negative(a)
        c = R.exp(q)
        d = R.negative(c)
        e = R.add(c, d)
        f = R.add(b, e)
        R.output(f)
    return f

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_exp_relax_negative(p: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Composite": "lib.negative_exp", "Primitive": 1})
#|         with R.dataflow():
#|             a: R.Tensor((4,), dtype="float32") = R.exp(p)
#|             gv: R.Tensor((4,), dtype="float32") = R.negative(a)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(p: R.Tensor((4,), dtype="float32"), q: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((4,), dtype="float32") = cls.fused_relax_exp_relax_negative(p)
#|             c: R.Tensor((4,), dtype="float32") = R.exp(q)
#|             d: R.Tensor((4,), dtype="float32") = R.negative(c)
#|             e: R.Tensor((4,), dtype="float32") = R.add(c, d)
#|             f: R.Tensor((4,), dtype="float32") = R.add(lv, e)
#|             R.output(f)
#|         return f
#| root b
#| parts {'input': 'p', 'inner': 'a'}
#| bindings ['a', 'b']
#|   a is used by ['b']
#|   b is used by ['f']
#| closed
#| root d
#| parts {'input': 'q', 'inner': 'c'}
#| bindings ['c', 'd']
#|   c is used by ['d', 'e']
#|   d is used by ['e']
#| leaks
