# test: run --input=x=3xf32=1,2,3
# test: run --input=x=3xf32=1,2,3 --engine=eval
# The function gives what it was given; a sort in place has no value, and the call says that it has one.
# test: fails run --entry=sorted --input=x=3xf32=3,1,2 --input=y=3xf32=0,0,0
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        y: R.Tensor((3,), "float32") = R.call_inplace_packed("vm.builtin.copy", x, inplace_indices=[0], sinfo_args=(R.Tensor((3,), "float32"),))
        z = R.add(y, y)
        return z

    @R.function
    def sorted(x: R.Tensor((3,), "float32"), y: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        z: R.Tensor((3,), "float32") = R.call_inplace_packed("tvm.contrib.sort.sort", x, y, R.prim_value(0), R.prim_value(1), inplace_indices=[1], sinfo_args=(R.Tensor((3,), "float32"),))
        return z

#| $ run --input=x=3xf32=1,2,3
#| [2. 4. 6.]
#| $ run --input=x=3xf32=1,2,3 --engine=eval
#| [2. 4. 6.]
#| $ fails run --entry=sorted --input=x=3xf32=3,1,2 --input=y=3xf32=0,0,0
#| in_place.py:17:40: error: the result of the function: the value is not a tensor [E0701]
#|             z: R.Tensor((3,), "float32") = R.call_inplace_packed("tvm.contrib.sort.sort", x, y, R.prim_value(0), R.prim_value(1), inplace_indices=[1], sinfo_args=(R...
#|                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
