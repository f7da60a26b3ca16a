# test: fmt --dialect=tvm-0.26 --verify-roundtrip
# Scalars become arguments where they are read back as such: of a kernel that ends in scalars, and when there are any.
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
    @T.prim_func(private=True)
    def scaled(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
        for i in range(4):
            B[i] = A[i] * T.Cast("float32", n)

    @T.prim_func(private=True)
    def plain(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]

    @R.function
    def main(x: R.DTensor((4,), "float32", "mesh[0]", "R"), s: R.Shape(["n"])) -> R.DTensor((4,), "float32", "mesh[0]", "R"):
        n = T.int64()
        cls = Module
        a = R.dist.call_tir_local_view(cls.scaled, (x,), out_sinfo=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([n]))
        b = R.dist.call_tir_local_view(cls.plain, (a,), out_sinfo=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([256]))
        c = R.dist.call_tir_local_view(cls.plain, (b,), out_sinfo=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([]))
        return c

#| # from tvm.script import ir as I
#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
#|     @T.prim_func(private=True)
#|     def plain(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             B[i] = A[i]
#|
#|     @T.prim_func(private=True)
#|     def scaled(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
#|         for i in range(4):
#|             B[i] = A[i] * T.Cast("float32", n)
#|
#|     @R.function
#|     def main(x: R.DTensor((4,), "float32", "mesh[0]", "R"), s: R.Shape(["n"])) -> R.DTensor((4,), "float32", "mesh[0]", "R"):
#|         n = T.int64()
#|         cls = Module
#|         a: R.DTensor((4,), "float32", "mesh[0]", "R") = R.dist.call_tir_local_view(cls.scaled, (x, n), out_ty=R.DTensor((4,), "float32", "mesh[0]", "R"))
#|         b: R.DTensor((4,), "float32", "mesh[0]", "R") = R.dist.call_tir_local_view(cls.plain, (a,), out_ty=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([256]))
#|         c: R.DTensor((4,), "float32", "mesh[0]", "R") = R.dist.call_tir_local_view(cls.plain, (b,), out_ty=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([]))
#|         return c
#| scalars_that_stay_apart.py:21:13: warning: tir_vars apart from the tuple of arguments is not part of tvm-0.26; it is printed as another version of TVM spells it [W0102]
#|             b = R.dist.call_tir_local_view(cls.plain, (a,), out_sinfo=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([256]))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| scalars_that_stay_apart.py:22:13: warning: tir_vars apart from the tuple of arguments is not part of tvm-0.26; it is printed as another version of TVM spells it [W0102]
#|             c = R.dist.call_tir_local_view(cls.plain, (b,), out_sinfo=R.DTensor((4,), "float32", "mesh[0]", "R"), tir_vars=R.shape([]))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
