# test: fmt --verify-roundtrip
# A metadata section would not say how they are distributed.
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
    @R.function
    def main(x: R.DTensor((18,), "float32", "mesh[0]", "R")) -> R.DTensor((18,), "float32", "mesh[0]", "R"):
        y = R.add(x, R.dist.const([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18], R.DTensor((18,), "float32", "mesh[0]", "R")))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
#|     @R.function
#|     def main(x: R.DTensor((18,), "float32", "mesh[0]", "R")) -> R.DTensor((18,), "float32", "mesh[0]", "R"):
#|         y: R.DTensor((18,), "float32", "mesh[0]", "R") = R.add(x, R.dist.const([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0], R.DTensor((18,), "float32", "mesh[0]", "R")))
#|         return y
