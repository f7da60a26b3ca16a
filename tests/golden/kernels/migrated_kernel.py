# test: migrate --to=tvm-0.26 --diff
# Only the words of a kernel change.
from tvm.script import tir as T

@T.prim_func
def kernel(a: T.handle):
    A = T.match_buffer(a, [4], "e4m3_float8")  # matched
    B = T.alloc_buffer([4])
    T.evaluate(0)
    for i in T.serial(0, 4):
        with T.block("b"):
            T.block_attr({"x": T.bool(True), "y": "tir.noalias"})
            B[i] = T.Cast("float32", A[i])

#| --- migrated_kernel.py
#| +++ migrated_kernel.py	migrated
#| @@ -1,15 +1,15 @@
#|  # test: migrate --to=tvm-0.26 --diff
#|  # Only the words of a kernel change.
#| -from tvm.script import tir as T
#| +from tvm.script import tirx as T
#|  
#| -@T.prim_func
#| +@T.prim_func(s_tir=True)
#|  def kernel(a: T.handle):
#| -    A = T.match_buffer(a, [4], "e4m3_float8")  # matched
#| -    B = T.alloc_buffer([4])
#| +    A = T.match_buffer(a, [4], "float8_e4m3fn")  # matched
#| +    B = T.sblock_alloc_buffer([4])
#|      T.evaluate(0)
#|      for i in T.serial(0, 4):
#| -        with T.block("b"):
#| -            T.block_attr({"x": T.bool(True), "y": "tir.noalias"})
#| +        with T.sblock("b"):
#| +            T.sblock_attr({"x": True, "y": "tirx.noalias"})
#|              B[i] = T.Cast("float32", A[i])
#|  
#|  #| --- migrated_kernel.py
#| migrated_kernel.py: 8 changes to tvm-0.26
#|   e4m3_float8 -> float8_e4m3fn: 1 place, first at 7:33 (8-bit floats have the names of ml_dtypes)
#|   T.bool(True) -> True: 1 place, first at 12:32 (booleans in the attributes of a module)
#|   tir -> tirx: 1 place, first at 3:24 (the module that T stands for)
#|   T.block -> T.sblock: 1 place, first at 11:14 (a block of TIR)
#|   T.block_attr -> T.sblock_attr: 1 place, first at 12:13 (the attributes of a block of TIR)
#|   T.alloc_buffer -> T.sblock_alloc_buffer: 1 place, first at 8:9 (a buffer of a block of TIR)
#|   tir.noalias -> tirx.noalias: 1 place, first at 12:52 (an attribute of a T.prim_func)
#|   @T.prim_func -> @T.prim_func(s_tir=True): 1 place, first at 5:2 (a T.prim_func that uses blocks says so)
