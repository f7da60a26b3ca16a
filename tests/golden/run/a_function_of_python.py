# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones --entry=by_name
# test: fails run --engine=eval --fill=ones --entry=by_name
# Python is not run, and what is not run is named.
from tvm.script import ir as I, relax as R


@I.ir_module
class Net:
    @I.pyfunc
    def relu(x):
        return x

    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        cls = Net
        y = cls.relu(x)
        return y

    @R.function
    def by_name(x: R.Tensor((2,), "float32")):
        y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
        return y

#| $ fails run --engine=eval --fill=ones
#| a_function_of_python.py:17:13: error: the function of Python 'relu' cannot be run [E0903]
#|             y = cls.relu(x)
#|                 ^~~~~~~~~~~
#| $ fails run --fill=ones --entry=by_name
#| a_function_of_python.py:22:13: error: R.call_py_func has no reference [E0903]
#|             y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones --entry=by_name
#| a_function_of_python.py:22:13: error: R.call_py_func has no reference [E0903]
#|             y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
