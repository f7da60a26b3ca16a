# test: fmt --dialect=tvm-0.26
# test: fmt
# Blocks, their parts and attributes have other names in newer versions; both are read.
from tvm.script import ir as I, tirx as T

@I.ir_module
class Module:
    @T.prim_func(private=True, s_tir=True)
    def newer(A: T.Buffer((4,), "float8_e4m3fn"), B: T.Buffer((4,), "float32")):
        T.func_attr({"tirx.noalias": True, "names": ["tirx.noalias", "x"], "flags": [True, 1]})
        C = T.sblock_alloc_buffer((4,), "float8_e4m3fn")
        for i in range(4):
            with T.sblock("a"):
                vi = T.axis.spatial(4, i)
                T.sblock_attr({"fast": True})
                B[vi] = T.Cast("float32", C[vi])

    @T.prim_func
    def older(A: T.Buffer((4,), "e5m2_float8")):
        T.func_attr({"tir.noalias": T.bool(False)})
        for i in range(4):
            with T.block("a"):
                x: T.e5m2_float8 = A[i]
                T.block_attr({"fast": T.bool(False)})
                A[i] = x

    @T.prim_func
    def plain(n: T.int32) -> T.int32:
        return n

#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import ir as I
#| # from tvm.script import tirx as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True, s_tir=True)
#|     def newer(A: T.Buffer((4,), "float8_e4m3fn"), B: T.Buffer((4,), "float32")):
#|         T.func_attr({"flags": [True, 1], "names": ["tirx.noalias", "x"], "tirx.noalias": True})
#|         # with T.sblock("root"):
#|         C = T.sblock_alloc_buffer((4,), "float8_e4m3fn")
#|         for i in range(4):
#|             with T.sblock("a"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(C[vi])
#|                 T.writes(B[vi])
#|                 T.sblock_attr({"fast": True})
#|                 B[vi] = T.Cast("float32", C[vi])
#|
#|     @T.prim_func(s_tir=True)
#|     def older(A: T.Buffer((4,), "float8_e5m2")):
#|         T.func_attr({"tirx.noalias": False})
#|         # with T.sblock("root"):
#|         for i in range(4):
#|             with T.sblock("a"):
#|                 T.reads(A[i])
#|                 T.writes(A[i])
#|                 T.sblock_attr({"fast": False})
#|                 x = T.alloc_buffer((1,), "float8_e5m2", scope="local")
#|                 x[0] = A[i]
#|                 A[i] = x[0]
#|
#|     @T.prim_func
#|     def plain(n: T.int32) -> T.int32:
#|         return n
#| $ fmt
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def newer(A: T.Buffer((4,), "e4m3_float8"), B: T.Buffer((4,), "float32")):
#|         T.func_attr({"flags": [T.bool(True), 1], "names": ["tir.noalias", "x"], "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         C = T.alloc_buffer((4,), "e4m3_float8")
#|         for i in range(4):
#|             with T.block("a"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(C[vi])
#|                 T.writes(B[vi])
#|                 T.block_attr({"fast": T.bool(True)})
#|                 B[vi] = T.Cast("float32", C[vi])
#|
#|     @T.prim_func
#|     def older(A: T.Buffer((4,), "e5m2_float8")):
#|         T.func_attr({"tir.noalias": T.bool(False)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("a"):
#|                 T.reads(A[i])
#|                 T.writes(A[i])
#|                 T.block_attr({"fast": T.bool(False)})
#|                 x = T.decl_buffer((1,), "e5m2_float8", scope="local")
#|                 x[0] = A[i]
#|                 A[i] = x[0]
#|
#|     @T.prim_func
#|     def plain(n: T.int32) -> T.int32:
#|         return n
