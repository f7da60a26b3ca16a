# test: fails check
# What has no rule for distributed tensors takes none, whatever else it takes.
@I.ir_module
class Module:
    I.module_attrs({"device_num": 4})
    I.module_global_infos({"mesh": [R.device_mesh((2, 2), I.Range(0, 4))]})

    @R.function(pure=False)
    def main(x: R.DTensor((8, 4), "float32", "mesh[0]", "S[0], R")):
        a = R.grad.no_grad(x)
        b = R.shape_of(x)
        R.print(x)
        return a

#| operators_on_single_devices.py:11:13: error: R.shape_of: takes no distributed tensors [E0320]
#|             b = R.shape_of(x)
#|                 ^~~~~~~~~~~~~
#| operators_on_single_devices.py:12:9: error: R.print: takes no distributed tensors [E0320]
#|             R.print(x)
#|             ^~~~~~~~~~
