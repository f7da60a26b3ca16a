# test: migrate --diff
# An argument loses the words around it; the rest of its definition stays as it is written.
from tvm.script import relax as R


@R.function
def main(x: R.Tensor(("n",), "float32")):
    y = R.call_pure_packed("f", x,
                           R.prim_value(3),  sinfo_args=R.Tensor((3,), "float32"))  # a comment
    return y

print(main)

#| --- migrate_primitive_values.py
#| +++ migrate_primitive_values.py	migrated
#| @@ -6,7 +6,7 @@
#|  @R.function
#|  def main(x: R.Tensor(("n",), "float32")):
#|      y = R.call_pure_packed("f", x,
#| -                           R.prim_value(3),  sinfo_args=R.Tensor((3,), "float32"))  # a comment
#| +                           3,  ty_args=R.Tensor((3,), "float32"))  # a comment
#|      return y
#|  
#|  print(main)
#| migrate_primitive_values.py: 2 changes to tvm-0.26
#|   sinfo_args -> ty_args: 1 place, first at 9:46 (the types of what an opaque call returns)
#|   R.prim_value(n) -> n: 1 place, first at 9:28 (a primitive value is written as it is)
