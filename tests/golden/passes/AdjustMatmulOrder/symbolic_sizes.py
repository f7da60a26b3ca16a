# test: opt --passes=AdjustMatmulOrder --remarks
# Below 2048 the rank is small enough for any batch; without a bound nothing can be proved.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def bounded(x: R.Tensor(("b", 4096), "float32"), A: R.Tensor((4096, "r"), "float32"), B: R.Tensor(("r", 4096), "float32")):
        R.func_attr({"tir_var_upper_bound": {"r": 2048}})
        w = R.matmul(A, B)
        y = R.matmul(x, w)
        return y

    @R.function
    def unbounded(x: R.Tensor(("b", 4096), "float32"), A: R.Tensor((4096, "r"), "float32"), B: R.Tensor(("r", 4096), "float32")):
        w = R.matmul(A, B)
        y = R.matmul(x, w)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def bounded(x: R.Tensor(("b", 4096), dtype="float32"), A: R.Tensor((4096, "r"), dtype="float32"), B: R.Tensor(("r", 4096), dtype="float32")) -> R.Tensor(("b", 4096), dtype="float32"):
#|         b = T.int64()
#|         r = T.int64()
#|         R.func_attr({"tir_var_upper_bound": {"r": 2048}})
#|         gv: R.Tensor((b, r), dtype="float32") = R.matmul(x, A, out_dtype="void")
#|         y: R.Tensor((b, 4096), dtype="float32") = R.matmul(gv, B, out_dtype="void")
#|         return y
#|
#|     @R.function
#|     def unbounded(x: R.Tensor(("b", 4096), dtype="float32"), A: R.Tensor((4096, "r"), dtype="float32"), B: R.Tensor(("r", 4096), dtype="float32")) -> R.Tensor(("b", 4096), dtype="float32"):
#|         b = T.int64()
#|         r = T.int64()
#|         w: R.Tensor((4096, 4096), dtype="float32") = R.matmul(A, B, out_dtype="void")
#|         y: R.Tensor((b, 4096), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|         return y
#| symbolic_sizes.py:17:13: remark: AdjustMatmulOrder: no order is cheaper for all sizes [R0101]
#|             y = R.matmul(x, w)
#|                 ^~~~~~~~~~~~~~
