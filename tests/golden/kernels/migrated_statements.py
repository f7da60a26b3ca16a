# test: migrate --to=tvm-0.26 --diff
# test: fmt --dialect=tvm-0.26
# Variables, assertions and allocations of statements are flat in newer versions: they hold to the end of their suite.
from tvm.script import tir as T

@T.prim_func
def words(A: T.Buffer((16,), "float32"), n: T.int32):
    assert n > 0, "no rows"  # checked first
    for i in range(n):
        x: T.float32 = A[i]  # read once
        A[i] = x * x

@T.prim_func
def scopes(A: T.Buffer((16,), "float32"), p: T.handle("float32", "global")):
    with T.LetStmt(A[0] + A[1]) as x:
        A[2] = x
    with T.decl_buffer((4,), scope="local") as B:
        B[0] = A[3]
        A[4] = B[0]
    q = T.allocate([8], "int32", "global", annotations={"hint": 1.5})
    C = T.decl_buffer((8,), "int32", data=q)
    C[0] = 1
    with T.Assert(C[0] == 1, "stored"):
        A[5] = T.Cast("float32", C[0])
    A[6] = T.float32(0)

#| $ migrate --to=tvm-0.26 --diff
#| --- migrated_statements.py
#| +++ migrated_statements.py	migrated
#| @@ -1,28 +1,27 @@
#|  # test: migrate --to=tvm-0.26 --diff
#|  # test: fmt --dialect=tvm-0.26
#|  # Variables, assertions and allocations of statements are flat in newer versions: they hold to the end of their suite.
#| -from tvm.script import tir as T
#| +from tvm.script import tirx as T
#|  
#|  @T.prim_func
#|  def words(A: T.Buffer((16,), "float32"), n: T.int32):
#| -    assert n > 0, "no rows"  # checked first
#| +    assert n > 0, ("RuntimeError", ["no rows"])  # checked first
#|      for i in range(n):
#| -        x: T.float32 = A[i]  # read once
#| +        x: T.let[T.float32] = A[i]  # read once
#|          A[i] = x * x
#|  
#|  @T.prim_func
#| -def scopes(A: T.Buffer((16,), "float32"), p: T.handle("float32", "global")):
#| -    with T.LetStmt(A[0] + A[1]) as x:
#| -        A[2] = x
#| -    with T.decl_buffer((4,), scope="local") as B:
#| -        B[0] = A[3]
#| -        A[4] = B[0]
#| -    q = T.allocate([8], "int32", "global", annotations={"hint": 1.5})
#| -    C = T.decl_buffer((8,), "int32", data=q)
#| +def scopes(A: T.Buffer((16,), "float32"), p: T.handle("float32")):
#| +    x: T.let[T.float32] = A[0] + A[1]
#| +    A[2] = x
#| +    B = T.alloc_buffer((4,), scope="local")
#| +    B[0] = A[3]
#| +    A[4] = B[0]
#| +    C = T.alloc_buffer((8,), "int32", annotations={"hint": 1.5})
#|      C[0] = 1
#| -    with T.Assert(C[0] == 1, "stored"):
#| -        A[5] = T.Cast("float32", C[0])
#| -    A[6] = T.float32(0)
#| +    assert C[0] == 1, ("RuntimeError", ["stored"])
#| +    A[5] = T.Cast("float32", C[0])
#| +    A[6] = T.float32(0.0)
#|  
#|  #| $ migrate --to=tvm-0.26 --diff
#|  #| --- migrated_statements.py
#| migrated_statements.py: 9 changes to tvm-0.26
#|   tir -> tirx: 1 place, first at 4:24 (the module that T stands for)
#|   with T.LetStmt(e) as x: -> x: T.int32 = e: 3 places, first at 15:10 (variables, buffers and assertions hold to the end of their suite)
#|   T.allocate([4], "float32", "global") -> T.alloc_buffer((4,)): 2 places, first at 17:10 (memory is allocated as a buffer)
#|   assert c, "text" -> assert c, ("RuntimeError", ["text"]): 2 places, first at 8:19 (an assertion says which kind of error it is)
#|   x: T.int32 = e -> x: T.let[T.int32] = e: 1 place, first at 10:12 (a variable that is bound once says so)
#|   the function 'scopes' is printed anew, at line 13
#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def words(A: T.Buffer((16,), "float32"), n: T.int32):
#|     assert n > 0, ("RuntimeError", ["no rows"])  # checked first
#|     for i in range(n):
#|         x: T.let[T.float32] = A[i]  # read once
#|         A[i] = x * x
#|
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def scopes(A: T.Buffer((16,), "float32"), p: T.handle("float32")):
#|     x: T.let[T.float32] = A[0] + A[1]
#|     A[2] = x
#|     B = T.alloc_buffer((4,), scope="local")
#|     B[0] = A[3]
#|     A[4] = B[0]
#|     C = T.alloc_buffer((8,), "int32", annotations={"hint": 1.5})
#|     C[0] = 1
#|     assert C[0] == 1, ("RuntimeError", ["stored"])
#|     A[5] = T.Cast("float32", C[0])
#|     A[6] = T.float32(0.0)
