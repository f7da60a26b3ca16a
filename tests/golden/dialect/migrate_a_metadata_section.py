# test: migrate --diff
# What the section holds becomes lists; the section goes, since TVM 0.26 reads another format.
from tvm.script import relax as R
import tvm

metadata = tvm.ir.load_json("""{
  \"root\": 1, 
  \"nodes\": [
    {
      \"type_key\": \"\"
    }, 
    {
      \"type_key\": \"Map\", 
      \"keys\": [
        \"relax.expr.Constant\"
      ], 
      \"data\": [2]
    }, 
    {
      \"type_key\": \"Array\", 
      \"data\": [3]
    }, 
    {
      \"type_key\": \"relax.expr.Constant\", 
      \"attrs\": {
        \"_checked_type_\": \"10\", 
        \"data\": \"0\", 
        \"span\": \"0\", 
        \"struct_info_\": \"4\"
      }
    }, 
    {
      \"type_key\": \"relax.TensorStructInfo\", 
      \"attrs\": {
        \"dtype\": \"float32\", 
        \"ndim\": \"1\", 
        \"shape\": \"5\", 
        \"span\": \"0\", 
        \"vdevice\": \"0\"
      }
    }, 
    {
      \"type_key\": \"relax.expr.ShapeExpr\", 
      \"attrs\": {
        \"_checked_type_\": \"9\", 
        \"span\": \"0\", 
        \"struct_info_\": \"8\", 
        \"values\": \"6\"
      }
    }, 
    {
      \"type_key\": \"Array\", 
      \"data\": [7]
    }, 
    {
      \"type_key\": \"IntImm\", 
      \"attrs\": {
        \"dtype\": \"int64\", 
        \"span\": \"0\", 
        \"value\": \"2\"
      }
    }, 
    {
      \"type_key\": \"relax.ShapeStructInfo\", 
      \"attrs\": {
        \"ndim\": \"1\", 
        \"span\": \"0\", 
        \"values\": \"6\"
      }
    }, 
    {
      \"type_key\": \"relax.ShapeType\", 
      \"attrs\": {
        \"ndim\": \"1\", 
        \"span\": \"0\"
      }
    }, 
    {
      \"type_key\": \"relax.DynTensorType\", 
      \"attrs\": {
        \"dtype\": \"float32\", 
        \"ndim\": \"1\", 
        \"span\": \"0\"
      }
    }
  ], 
  \"b64ndarrays\": [
    \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAzczMPQAAAEA=\"
  ], 
  \"attrs\": {\"tvm_version\": \"0.19.0\"}
}""")
@R.function
def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
    y: R.Tensor((2,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])  # a comment
    return y

print(main)

#| --- migrate_a_metadata_section.py
#| +++ migrate_a_metadata_section.py	migrated
#| @@ -3,95 +3,9 @@
#|  from tvm.script import relax as R
#|  import tvm
#|  
#| -metadata = tvm.ir.load_json("""{
#| -  \"root\": 1, 
#| -  \"nodes\": [
#| -    {
#| -      \"type_key\": \"\"
#| -    }, 
#| -    {
#| -      \"type_key\": \"Map\", 
#| -      \"keys\": [
#| -        \"relax.expr.Constant\"
#| -      ], 
#| -      \"data\": [2]
#| -    }, 
#| -    {
#| -      \"type_key\": \"Array\", 
#| -      \"data\": [3]
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.expr.Constant\", 
#| -      \"attrs\": {
#| -        \"_checked_type_\": \"10\", 
#| -        \"data\": \"0\", 
#| -        \"span\": \"0\", 
#| -        \"struct_info_\": \"4\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.TensorStructInfo\", 
#| -      \"attrs\": {
#| -        \"dtype\": \"float32\", 
#| -        \"ndim\": \"1\", 
#| -        \"shape\": \"5\", 
#| -        \"span\": \"0\", 
#| -        \"vdevice\": \"0\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.expr.ShapeExpr\", 
#| -      \"attrs\": {
#| -        \"_checked_type_\": \"9\", 
#| -        \"span\": \"0\", 
#| -        \"struct_info_\": \"8\", 
#| -        \"values\": \"6\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"Array\", 
#| -      \"data\": [7]
#| -    }, 
#| -    {
#| -      \"type_key\": \"IntImm\", 
#| -      \"attrs\": {
#| -        \"dtype\": \"int64\", 
#| -        \"span\": \"0\", 
#| -        \"value\": \"2\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.ShapeStructInfo\", 
#| -      \"attrs\": {
#| -        \"ndim\": \"1\", 
#| -        \"span\": \"0\", 
#| -        \"values\": \"6\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.ShapeType\", 
#| -      \"attrs\": {
#| -        \"ndim\": \"1\", 
#| -        \"span\": \"0\"
#| -      }
#| -    }, 
#| -    {
#| -      \"type_key\": \"relax.DynTensorType\", 
#| -      \"attrs\": {
#| -        \"dtype\": \"float32\", 
#| -        \"ndim\": \"1\", 
#| -        \"span\": \"0\"
#| -      }
#| -    }
#| -  ], 
#| -  \"b64ndarrays\": [
#| -    \"P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAzczMPQAAAEA=\"
#| -  ], 
#| -  \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| -}""")
#|  @R.function
#|  def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#| -    y: R.Tensor((2,), dtype="float32") = R.add(x, metadata["relax.expr.Constant"][0])  # a comment
#| +    y: R.Tensor((2,), dtype="float32") = R.add(x, R.const([0.1, 2.0], "float32"))  # a comment
#|      return y
#|  
#|  print(main)
#| migrate_a_metadata_section.py: 1 change to tvm-0.26
#|   "root": 1 -> "root_index": 0: 1 place, first at 6:29 (the format of the metadata section)
#|   the function 'main' is printed anew, at line 92
