# test: migrate --diff
# A definition in which more than words changes is printed where it stands, with its name and comments; the others keep their text.
from tvm.script import ir as I, relax as R, tir as T


def test_pad():
    before = 1

    @I.ir_module
    class Before:
        @R.function
        def main(x: R.Tensor((4,), "float32")):
            # the reason
            p = R.prim_value(3)  # three
            return (x, p)

    @R.function
    def   untouched(x: R.Object):
        y = R.call_pure_packed("f", x, sinfo_args=R.Object)
        return y

    assert before, Before

#| --- migrate_among_python.py
#| +++ migrate_among_python.py	migrated
#| @@ -1,6 +1,6 @@
#|  # test: migrate --diff
#|  # A definition in which more than words changes is printed where it stands, with its name and comments; the others keep their text.
#| -from tvm.script import ir as I, relax as R, tir as T
#| +from tvm.script import ir as I, relax as R, tirx as T
#|  
#|  
#|  def test_pad():
#| @@ -9,14 +9,14 @@
#|      @I.ir_module
#|      class Before:
#|          @R.function
#| -        def main(x: R.Tensor((4,), "float32")):
#| +        def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), T.int64):
#|              # the reason
#| -            p = R.prim_value(3)  # three
#| +            p: T.int64 = 3  # three
#|              return (x, p)
#|  
#|      @R.function
#| -    def   untouched(x: R.Object):
#| -        y = R.call_pure_packed("f", x, sinfo_args=R.Object)
#| +    def   untouched(x: R.Any):
#| +        y = R.call_pure_packed("f", x, ty_args=R.Any)
#|          return y
#|  
#|      assert before, Before
#| migrate_among_python.py: 5 changes to tvm-0.26
#|   tir -> tirx: 1 place, first at 3:45 (the module that T stands for)
#|   sinfo_args -> ty_args: 1 place, first at 19:40 (the types of what an opaque call returns)
#|   R.Object -> R.Any: 2 places, first at 18:24 (the type of every value)
#|   R.prim_value(n) -> n: 1 place, first at 14:17 (a primitive value is written as it is)
#|   the class 'Before' is printed anew, at line 9
