# test: fmt --no-comments
# test: fmt --no-comments --name=Foo --dialect=tvm-0.26
# The text of a kernel is kept, under the names that the header and the class have.
@I.ir_module
class Mod:
    @tir.prim_func(private=True)
    def b(A: tir.Buffer((4,), "float32")):
        tir.func_attr({"tir.noalias": T.bool( True )})
        C = tir.alloc_buffer((4,))
        for i in range(4):
            with tir.block("Mod.b"):
                A[i] = tir.float32(1)  # Mod.b

    @T.prim_func
    def a(A: T.Buffer((4,), "float32")):
        T.evaluate(Mod.b(A.data))

#| $ fmt --no-comments
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Mod:
#|     @T.prim_func
#|     def a(A: T.Buffer((4,), "float32")):
#|         Mod.b(A.data)
#|
#|     @T.prim_func(private=True)
#|     def b(A: T.Buffer((4,), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         C = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("Mod.b"):
#|                 T.reads()
#|                 T.writes(A[i])
#|                 A[i] = T.float32(1.0)
#| $ fmt --no-comments --name=Foo --dialect=tvm-0.26
#| # from tvm.script import ir as I
#| # from tvm.script import tirx as T
#|
#| @I.ir_module
#| class Foo:
#|     @T.prim_func
#|     def a(A: T.Buffer((4,), "float32")):
#|         Foo.b(A.data)
#|
#|     @T.prim_func(private=True, s_tir=True)
#|     def b(A: T.Buffer((4,), "float32")):
#|         T.func_attr({"tirx.noalias": True})
#|         # with T.sblock("root"):
#|         C = T.sblock_alloc_buffer((4,))
#|         for i in range(4):
#|             with T.sblock("Mod.b"):
#|                 T.reads()
#|                 T.writes(A[i])
#|                 A[i] = T.float32(1.0)
