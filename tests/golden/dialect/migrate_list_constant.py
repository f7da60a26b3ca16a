# test: migrate --diff
# TVM 0.26 has another metadata section; a list stays one. What is no list there is not written.
from tvm.script import relax as R, tir as T


@R.function
def main(x: R.Object):
    c = R.const([[1.0, -2.5, 0.1], [3.0, 4.0, 5.0]], "float32")
    b = R.const([True, False], "bool")
    p = R.prim_value(3)
    return (x, c, b, p)

#| --- migrate_list_constant.py
#| +++ migrate_list_constant.py	migrated
#| @@ -1,13 +1,13 @@
#|  # test: migrate --diff
#|  # TVM 0.26 has another metadata section; a list stays one. What is no list there is not written.
#| -from tvm.script import relax as R, tir as T
#| +from tvm.script import relax as R, tirx as T
#|  
#|  
#|  @R.function
#| -def main(x: R.Object):
#| -    c = R.const([[1.0, -2.5, 0.1], [3.0, 4.0, 5.0]], "float32")
#| -    b = R.const([True, False], "bool")
#| -    p = R.prim_value(3)
#| +def main(x: R.Any) -> R.Tuple(R.Any, R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="bool"), T.int64):
#| +    c: R.Tensor((2, 3), dtype="float32") = R.const([[1.0, -2.5, 0.1], [3.0, 4.0, 5.0]], "float32")
#| +    b: R.Tensor((2,), dtype="bool") = R.const([True, False], "bool")
#| +    p: T.int64 = 3
#|      return (x, c, b, p)
#|  
#|  #| --- migrate_list_constant.py
#| migrate_list_constant.py: 3 changes to tvm-0.26
#|   tir -> tirx: 1 place, first at 3:36 (the module that T stands for)
#|   R.Object -> R.Any: 1 place, first at 7:13 (the type of every value)
#|   R.prim_value(n) -> n: 1 place, first at 10:9 (a primitive value is written as it is)
#|   the function 'main' is printed anew, at line 6
