# test: fmt --diff --show-meta
# What TVM has no text for stands before the definition and its comments, as far indented; each definition has a section of its own.
import numpy
from tvm.script import relax as R


def test():
    # about main
    @R.function
    def main(x: R.Object) -> R.Object:
        R.func_attr({"text": "a\nb"})
        return x

    @R.function
    def other(x: R.Object) -> R.Object:
        R.func_attr({"text": "c\nd"})
        return x

#| --- metadata_among_python.py
#| +++ metadata_among_python.py	formatted
#| @@ -5,15 +5,63 @@
#|  
#|  
#|  def test():
#| +    metadata = tvm.ir.load_json("""{
#| +  \"root\": 1, 
#| +  \"nodes\": [
#| +    {
#| +      \"type_key\": \"\"
#| +    }, 
#| +    {
#| +      \"type_key\": \"Map\", 
#| +      \"keys\": [
#| +        \"runtime.String\"
#| +      ], 
#| +      \"data\": [2]
#| +    }, 
#| +    {
#| +      \"type_key\": \"Array\", 
#| +      \"data\": [3]
#| +    }, 
#| +    {
#| +      \"type_key\": \"runtime.String\", 
#| +      \"repr_b64\": \"YQpi\"
#| +    }
#| +  ], 
#| +  \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| +}""")
#|      # about main
#|      @R.function
#|      def main(x: R.Object) -> R.Object:
#| -        R.func_attr({"text": "a\nb"})
#| +        R.func_attr({"text": metadata["runtime.String"][0]})
#|          return x
#|  
#| +    metadata = tvm.ir.load_json("""{
#| +  \"root\": 1, 
#| +  \"nodes\": [
#| +    {
#| +      \"type_key\": \"\"
#| +    }, 
#| +    {
#| +      \"type_key\": \"Map\", 
#| +      \"keys\": [
#| +        \"runtime.String\"
#| +      ], 
#| +      \"data\": [2]
#| +    }, 
#| +    {
#| +      \"type_key\": \"Array\", 
#| +      \"data\": [3]
#| +    }, 
#| +    {
#| +      \"type_key\": \"runtime.String\", 
#| +      \"repr_b64\": \"Ywpk\"
#| +    }
#| +  ], 
#| +  \"attrs\": {\"tvm_version\": \"0.19.0\"}
#| +}""")
#|      @R.function
#|      def other(x: R.Object) -> R.Object:
#| -        R.func_attr({"text": "c\nd"})
#| +        R.func_attr({"text": metadata["runtime.String"][0]})
#|          return x
#|  
#|  #| --- metadata_among_python.py
#| metadata_among_python.py: warning: the text uses tvm, which the file does not import: import tvm [W0104]
