# test: fails check
# Attributes and global infos of a module, and what they hold.
@I.ir_module
class Twice:
    I.module_attrs({"a": 1})
    I.module_attrs({"b": 2})
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})
    I.module_global_infos({"vdevice": [I.vdevice("cuda")]})
    I.module_set_attr("a", 2)

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

@I.ir_module
class Wrong:
    I.module_global_infos({"vdevice": 5})

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

@I.ir_module
class Elements:
    I.module_global_infos({"vdevice": [I.vdevice("llvm"), 5]})

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

#| what_a_module_may_say_once.py:6:5: error: the module has attributes already [E0202]
#|         I.module_attrs({"b": 2})
#|         ^~~~~~~~~~~~~~~~~~~~~~~~
#| what_a_module_may_say_once.py:8:5: error: the module has global infos already [E0202]
#|         I.module_global_infos({"vdevice": [I.vdevice("cuda")]})
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_a_module_may_say_once.py:9:5: error: the module has the attribute 'a' already [E0202]
#|         I.module_set_attr("a", 2)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
#| what_a_module_may_say_once.py:17:27: error: the global infos of 'vdevice' are a list of devices or meshes [E0318]
#|         I.module_global_infos({"vdevice": 5})
#|                               ^~~~~~~~~~~~~~
#| what_a_module_may_say_once.py:25:27: error: the global infos of 'vdevice' are a list of devices or meshes [E0318]
#|         I.module_global_infos({"vdevice": [I.vdevice("llvm"), 5]})
#|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
