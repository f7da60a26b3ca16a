# test: fmt
# test: fmt --verify-roundtrip
@I.ir_module
class Module:
    I.module_attrs({"target": T.target("nvidia/unknown", host="llvm")})

    @T.prim_func
    def f(A: T.Buffer((4,), "float32")):
        T.func_attr({"target": T.target("nvidia/unknown", host="llvm")})
        A[0] = T.float32(1)

#| $ fmt
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     I.module_attrs({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "kind": "nvidia/unknown"})})
#|     @T.prim_func
#|     def f(A: T.Buffer((4,), "float32")):
#|         T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "kind": "nvidia/unknown"})})
#|         A[0] = T.float32(1.0)
#| $ fmt --verify-roundtrip
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     I.module_attrs({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "kind": "nvidia/unknown"})})
#|     @T.prim_func
#|     def f(A: T.Buffer((4,), "float32")):
#|         T.func_attr({"target": T.target({"host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "kind": "nvidia/unknown"})})
#|         A[0] = T.float32(1.0)
