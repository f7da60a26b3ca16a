# test: fails check
# The kinds of the module's devices are what a vdevice may name.
@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0)]})

    @R.function
    def main(x: R.Tensor((2,), "float32"), w: R.Tensor((2,), "float32", vdevice="cud:0")):
        y = R.to_vdevice(x, "lvm")
        z = R.to_vdevice(x, "cuda:1")
        return x

#| misspelt_vdevice.py:8:81: error: the module has no vdevice 'cud:0'; did you mean 'cuda'? [E0401]
#|         def main(x: R.Tensor((2,), "float32"), w: R.Tensor((2,), "float32", vdevice="cud:0")):
#|                                                                                     ^~~~~~~
#| misspelt_vdevice.py:9:29: error: the module has no vdevice 'lvm'; did you mean 'llvm'? [E0401]
#|             y = R.to_vdevice(x, "lvm")
#|                                 ^~~~~
#| misspelt_vdevice.py:10:29: error: the module has no vdevice 'cuda:1' [E0401]
#|             z = R.to_vdevice(x, "cuda:1")
#|                                 ^~~~~~~~
