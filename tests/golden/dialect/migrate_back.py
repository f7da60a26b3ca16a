# test: migrate --to=tvm-0.19 --diff
# What is more than words is printed anew; the text around the definition stays.
from typing import TypeVar
from tvm.script import relax as R, tirx as T

m = TypeVar("m")


@R.function
def main(x: R.Tensor((m, "m * 2"), "float32"), a: R.Any) -> R.Any:
    k: T.int64 = m + 1
    y = R.call_pure_packed("f", x, k, ty_args=R.Any)
    return y

#| --- migrate_back.py
#| +++ migrate_back.py	migrated
#| @@ -1,15 +1,15 @@
#|  # test: migrate --to=tvm-0.19 --diff
#|  # What is more than words is printed anew; the text around the definition stays.
#|  from typing import TypeVar
#| -from tvm.script import relax as R, tirx as T
#| +from tvm.script import relax as R, tir as T
#|  
#| -m = TypeVar("m")
#|  
#|  
#|  @R.function
#| -def main(x: R.Tensor((m, "m * 2"), "float32"), a: R.Any) -> R.Any:
#| -    k: T.int64 = m + 1
#| -    y = R.call_pure_packed("f", x, k, ty_args=R.Any)
#| +def main(x: R.Tensor(("m", "m * 2"), dtype="float32"), a: R.Object) -> R.Object:
#| +    m = T.int64()
#| +    k: R.Prim(value=m + 1) = R.prim_value(m + 1)
#| +    y: R.Object = R.call_pure_packed("f", x, k, sinfo_args=(R.Object,))
#|      return y
#|  
#|  #| --- migrate_back.py
#| migrate_back.py: 7 changes to tvm-0.19
#|   tirx -> tir: 1 place, first at 4:36 (the module that T stands for)
#|   ty_args -> sinfo_args: 1 place, first at 12:39 (the types of what an opaque call returns)
#|   R.Any -> R.Object: 3 places, first at 10:51 (the type of every value)
#|   T.int64 -> R.Prim("int64"): 1 place, first at 11:8 (the type of a primitive value; it does not say which value)
#|   m = TypeVar("m") -> R.Tensor(("m",)): 1 place, first at 6:1 (symbolic dims are declared before the function)
#|   the function 'main' is printed anew, at line 9
