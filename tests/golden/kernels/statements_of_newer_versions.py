# test: fmt
# test: migrate --to=tvm-0.19 --diff
# Allocations, variables and assertions as newer versions write them are read, and printed in the older words.
from tvm.script import tirx as T

@T.prim_func(s_tir=True)
def newer(A: T.Buffer((8,), "float32"), n: T.int32):
    assert n > 0, ("RuntimeError", ["n ", "is small"])
    B = T.alloc_buffer((8,), "float32", scope="local")
    for i in range(8):
        x: T.let[T.float32] = A[i]
        B[i] = x
        with T.sblock("b"):
            vi = T.axis.spatial(8, i)
            C = T.sblock_alloc_buffer((8,))
            C[vi] = B[vi]

#| $ fmt
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def newer(A: T.Buffer((8,), "float32"), n: T.int32):
#|     # with T.block("root"):
#|     assert n > 0, "n is small"
#|     B = T.decl_buffer((8,), scope="local")
#|     for i in range(8):
#|         x: T.float32 = A[i]
#|         B[i] = x
#|         with T.block("b"):
#|             vi = T.axis.spatial(8, i)
#|             T.reads(B[vi])
#|             T.writes()
#|             C = T.alloc_buffer((8,))
#|             C[vi] = B[vi]
#| $ migrate --to=tvm-0.19 --diff
#| --- statements_of_newer_versions.py
#| +++ statements_of_newer_versions.py	migrated
#| @@ -1,18 +1,21 @@
#|  # test: fmt
#|  # test: migrate --to=tvm-0.19 --diff
#|  # Allocations, variables and assertions as newer versions write them are read, and printed in the older words.
#| -from tvm.script import tirx as T
#| +from tvm.script import tir as T
#|  
#| -@T.prim_func(s_tir=True)
#| +@T.prim_func
#|  def newer(A: T.Buffer((8,), "float32"), n: T.int32):
#| -    assert n > 0, ("RuntimeError", ["n ", "is small"])
#| -    B = T.alloc_buffer((8,), "float32", scope="local")
#| +    # with T.block("root"):
#| +    assert n > 0, "n is small"
#| +    B = T.decl_buffer((8,), scope="local")
#|      for i in range(8):
#| -        x: T.let[T.float32] = A[i]
#| +        x: T.float32 = A[i]
#|          B[i] = x
#| -        with T.sblock("b"):
#| +        with T.block("b"):
#|              vi = T.axis.spatial(8, i)
#| -            C = T.sblock_alloc_buffer((8,))
#| +            T.reads(B[vi])
#| +            T.writes()
#| +            C = T.alloc_buffer((8,))
#|              C[vi] = B[vi]
#|  
#|  #| $ fmt
#| statements_of_newer_versions.py: 7 changes to tvm-0.19
#|   tirx -> tir: 1 place, first at 4:24 (the module that T stands for)
#|   T.sblock -> T.block: 1 place, first at 13:14 (a block of TIR)
#|   T.sblock_alloc_buffer -> T.alloc_buffer: 1 place, first at 15:17 (a buffer of a block of TIR)
#|   T.alloc_buffer((4,)) -> T.allocate([4], "float32", "global"): 1 place, first at 9:9 (memory is allocated as a buffer)
#|   assert c, ("RuntimeError", ["text"]) -> assert c, "text": 1 place, first at 8:19 (an assertion says which kind of error it is)
#|   x: T.let[T.int32] = e -> x: T.int32 = e: 1 place, first at 11:12 (a variable that is bound once says so)
#|   @T.prim_func(s_tir=True) -> @T.prim_func: 1 place, first at 6:2 (a T.prim_func that uses blocks says so)
#|   the function 'newer' is printed anew, at line 6
