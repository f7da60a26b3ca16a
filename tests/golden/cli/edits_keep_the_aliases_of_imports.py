# test: fmt --diff
# What is edited in a file is written with the names that the file imports.
import tvm.script.tir as Tx
from tvm.script import ir as tvm_ir, relax as rx


@tvm_ir.ir_module
class Module:
    @rx.function
    def main(x: rx.Tensor(("n",), "float32")):
        n = Tx.int64()
        y = rx.add(x, x)
        return y



def rest_of_the_file():
    first = 1
    second = 2
    return first + second


print(rest_of_the_file())
print("the end")

#| --- edits_keep_the_aliases_of_imports.py
#| +++ edits_keep_the_aliases_of_imports.py	formatted
#| @@ -7,9 +7,9 @@
#|  @tvm_ir.ir_module
#|  class Module:
#|      @rx.function
#| -    def main(x: rx.Tensor(("n",), "float32")):
#| +    def main(x: rx.Tensor(("n",), dtype="float32")) -> rx.Tensor(("n",), dtype="float32"):
#|          n = Tx.int64()
#| -        y = rx.add(x, x)
#| +        y: rx.Tensor((n,), dtype="float32") = rx.add(x, x)
#|          return y
#|  
#|  
