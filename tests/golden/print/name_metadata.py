# test: fmt --no-comments --verify-roundtrip
# The metadata section needs its name: variables, dims and classes get another one.
import numpy as np
from tvm.script import ir as I, relax as R

@I.ir_module
class metadata:
    @R.function
    def main(metadata: R.Tensor(("n", 20), "float32")):
        y = R.add(metadata, R.const(np.arange(20).astype("float32")))
        return y

#| metadata = tvm.ir.load_json("""{
#|   \"root\": 1, 
#|   \"nodes\": [
#|     {
#|       \"type_key\": \"\"
#|     }, 
#|     {
#|       \"type_key\": \"Map\", 
#|       \"keys\": [
#|         \"relax.expr.Constant\"
#|       ], 
#|       \"data\": [2]
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [3]
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.Constant\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"10\", 
#|         \"data\": \"0\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"4\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.TensorStructInfo\", 
#|       \"attrs\": {
#|         \"dtype\": \"float32\", 
#|         \"ndim\": \"1\", 
#|         \"shape\": \"5\", 
#|         \"span\": \"0\", 
#|         \"vdevice\": \"0\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.expr.ShapeExpr\", 
#|       \"attrs\": {
#|         \"_checked_type_\": \"9\", 
#|         \"span\": \"0\", 
#|         \"struct_info_\": \"8\", 
#|         \"values\": \"6\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"Array\", 
#|       \"data\": [7]
#|     }, 
#|     {
#|       \"type_key\": \"IntImm\", 
#|       \"attrs\": {
#|         \"dtype\": \"int64\", 
#|         \"span\": \"0\", 
#|         \"value\": \"20\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.ShapeStructInfo\", 
#|       \"attrs\": {
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\", 
#|         \"values\": \"6\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.ShapeType\", 
#|       \"attrs\": {
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\"
#|       }
#|     }, 
#|     {
#|       \"type_key\": \"relax.DynTensorType\", 
#|       \"attrs\": {
#|         \"dtype\": \"float32\", 
#|         \"ndim\": \"1\", 
#|         \"span\": \"0\"
#|       }
#|     }
#|   ], 
#|   \"b64ndarrays\": [
#|     \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQAUAAAAAAAAAFAAAAAAAAAAAAAAAAAAgD8AAABAAABAQAAAgEAAAKBAAADAQAAA4EAAAABBAAAQQQAAIEEAADBBAABAQQAAUEEAAGBBAABwQQAAgEEAAIhBAACQQQAAmEE=\"
#|   ], 
#|   \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| }""")
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class metadata_1:
#|     @R.function
#|     def main(metadata_2: R.Tensor(("n", 20), dtype="float32")) -> R.Tensor(("n", 20), dtype="float32"):
#|         n = T.int64()
#|         y: R.Tensor((n, 20), dtype="float32") = R.add(metadata_2, metadata["relax.expr.Constant"][0])
#|         return y
