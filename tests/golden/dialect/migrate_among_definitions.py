# test: migrate --diff
# Only the function in which more than words changes is printed anew, and the report names it.
from tvm.script import relax as R, tir as T


@R.function
def first(x: R.Tensor((2,), "float32")):
    y = R.add(x,  R.const([1.5, 0.1], "float32"))
    return y


@R.function
def second(x: R.Tensor((2,), "float32")):
    y = R.prim_value(3)
    return (x,  y)

print(second)

#| --- migrate_among_definitions.py
#| +++ migrate_among_definitions.py	migrated
#| @@ -1,6 +1,6 @@
#|  # test: migrate --diff
#|  # Only the function in which more than words changes is printed anew, and the report names it.
#| -from tvm.script import relax as R, tir as T
#| +from tvm.script import relax as R, tirx as T
#|  
#|  
#|  @R.function
#| @@ -10,9 +10,9 @@
#|  
#|  
#|  @R.function
#| -def second(x: R.Tensor((2,), "float32")):
#| -    y = R.prim_value(3)
#| -    return (x,  y)
#| +def second(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), T.int64):
#| +    y: T.int64 = 3
#| +    return (x, y)
#|  
#|  print(second)
#|  
#| migrate_among_definitions.py: 2 changes to tvm-0.26
#|   tir -> tirx: 1 place, first at 3:36 (the module that T stands for)
#|   R.prim_value(n) -> n: 1 place, first at 14:9 (a primitive value is written as it is)
#|   the function 'second' is printed anew, at line 12
