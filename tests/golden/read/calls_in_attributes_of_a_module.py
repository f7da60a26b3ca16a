# test: fails check
# Calls of operators have no meaning outside of functions, nor a dict as the size of a tensor.
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.unique((2,), I.Range(0, 2))]})
    I.module_attrs({"a": R.concat((2,), I.Range(0, 2))})

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        y = R.eye({"n": 1})
        return y

#| calls_in_attributes_of_a_module.py:5:46: error: a tuple is not an expression [E0305]
#|         I.module_global_infos({"mesh": [R.unique((2,), I.Range(0, 2))]})
#|                                                  ^~~~
#| calls_in_attributes_of_a_module.py:5:52: error: R.unique: 'sorted' must be a primitive value, not an object [E0308]
#|         I.module_global_infos({"mesh": [R.unique((2,), I.Range(0, 2))]})
#|                                                        ^~~~~~~~~~~~~
#| calls_in_attributes_of_a_module.py:6:41: error: R.concat: 'axis' must be an integer, not an object [E0311]
#|         I.module_attrs({"a": R.concat((2,), I.Range(0, 2))})
#|                                             ^~~~~~~~~~~~~
#| calls_in_attributes_of_a_module.py:10:19: error: R.eye: 'n' must be a primitive value, not an object [E0308]
#|             y = R.eye({"n": 1})
#|                       ^~~~~~~~
