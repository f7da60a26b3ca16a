# test: fails check
# Statements of a module: the namespace counts, too.
@I.ir_module(check_wel_formed=False)
class Module:
    I.module_attr({"a": 1})
    R.module_attrs({"a": 1})
    module_global_infos({"vdevice": [I.vdevice("cuda")]})
    I.module_global_infos({"vdevice": [I.vdevic("cuda"), I.Rang(0, 2)]})
    packed = R.ExternFun("my.symbol")

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x

#| misspelt_module_statements.py:3:14: error: 'check_wel_formed' is not known here; did you mean 'check_well_formed'? [E0106]
#|     @I.ir_module(check_wel_formed=False)
#|                  ^~~~~~~~~~~~~~~~
#| misspelt_module_statements.py:5:5: error: 'I.module_attr' cannot stand in a module; did you mean 'I.module_attrs'? [E0106]
#|         I.module_attr({"a": 1})
#|         ^~~~~~~~~~~~~
#| misspelt_module_statements.py:6:5: error: 'R.module_attrs' cannot stand in a module; did you mean 'I.module_attrs'? [E0106]
#|         R.module_attrs({"a": 1})
#|         ^~~~~~~~~~~~~~
#| misspelt_module_statements.py:7:5: error: 'module_global_infos' cannot stand in a module; did you mean 'I.module_global_infos'? [E0106]
#|         module_global_infos({"vdevice": [I.vdevice("cuda")]})
#|         ^~~~~~~~~~~~~~~~~~~
#| misspelt_module_statements.py:8:40: error: 'I.vdevic' is no operator or intrinsic; did you mean 'I.vdevice'? [E0203]
#|         I.module_global_infos({"vdevice": [I.vdevic("cuda"), I.Rang(0, 2)]})
#|                                            ^~~~~~~~
#| misspelt_module_statements.py:9:5: error: only `name = R.ExternFunc("symbol")` may be assigned in a module; did you mean 'R.ExternFunc'? [E0106]
#|         packed = R.ExternFun("my.symbol")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
