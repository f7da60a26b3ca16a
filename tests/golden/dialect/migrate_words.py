# test: migrate --to=tvm-0.26 --diff
# Where only words change, the rest of the file stays as the user wrote it.
from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Module:
    # a comment that stays
    @T.prim_func(private=True)
    def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        for i in range(4):
            with T.block("copy"):
                B[i] = A[i]

    @R.function
    def main(x: R.Tensor((4,), "float32"),
             anything: R.Object) -> R.Tensor((4,), "float32"):
        cls = Module
        y = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"))  # kept
        z = R.call_pure_packed("f", y, sinfo_args=R.Tensor((4,), "float32"))
        return z

#| --- migrate_words.py
#| +++ migrate_words.py	migrated
#| @@ -1,23 +1,23 @@
#|  # test: migrate --to=tvm-0.26 --diff
#|  # Where only words change, the rest of the file stays as the user wrote it.
#| -from tvm.script import ir as I, relax as R, tir as T
#| +from tvm.script import ir as I, relax as R, tirx as T
#|  
#|  @I.ir_module
#|  class Module:
#|      # a comment that stays
#| -    @T.prim_func(private=True)
#| +    @T.prim_func(private=True, s_tir=True)
#|      def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#| -        T.func_attr({"tir.noalias": T.bool(True)})
#| +        T.func_attr({"tirx.noalias": True})
#|          for i in range(4):
#| -            with T.block("copy"):
#| +            with T.sblock("copy"):
#|                  B[i] = A[i]
#|  
#|      @R.function
#|      def main(x: R.Tensor((4,), "float32"),
#| -             anything: R.Object) -> R.Tensor((4,), "float32"):
#| +             anything: R.Any) -> R.Tensor((4,), "float32"):
#|          cls = Module
#| -        y = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"))  # kept
#| -        z = R.call_pure_packed("f", y, sinfo_args=R.Tensor((4,), "float32"))
#| +        y = R.call_tir(cls.copy, (x,), out_ty=R.Tensor((4,), "float32"))  # kept
#| +        z = R.call_pure_packed("f", y, ty_args=R.Tensor((4,), "float32"))
#|          return z
#|  
#|  #| --- migrate_words.py
#| migrate_words.py: 8 changes to tvm-0.26
#|   T.bool(True) -> True: 1 place, first at 10:37 (booleans in the attributes of a module)
#|   tir -> tirx: 1 place, first at 3:45 (the module that T stands for)
#|   T.block -> T.sblock: 1 place, first at 12:18 (a block of TIR)
#|   tir.noalias -> tirx.noalias: 1 place, first at 10:23 (an attribute of a T.prim_func)
#|   @T.prim_func -> @T.prim_func(s_tir=True): 1 place, first at 8:6 (a T.prim_func that uses blocks says so)
#|   out_sinfo -> out_ty: 1 place, first at 19:40 (the types of what a destination-passing call returns)
#|   sinfo_args -> ty_args: 1 place, first at 20:40 (the types of what an opaque call returns)
#|   R.Object -> R.Any: 1 place, first at 17:24 (the type of every value)
