# test: fmt --diff --relax-prefix=relax
# The file has to know the other name; which names it imports beside I, T and R is not looked for.
import tvm
from tvm.script import relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, x)
    return y

print(main)

#| --- prefixes_among_python.py
#| +++ prefixes_among_python.py	formatted
#| @@ -3,9 +3,9 @@
#|  import tvm
#|  from tvm.script import relax as R
#|  
#| -@R.function
#| -def main(x: R.Tensor((2,), "float32")):
#| -    y = R.add(x, x)
#| +@relax.function
#| +def main(x: relax.Tensor((2,), dtype="float32")) -> relax.Tensor((2,), dtype="float32"):
#| +    y: relax.Tensor((2,), dtype="float32") = relax.add(x, x)
#|      return y
#|  
#|  print(main)
#| prefixes_among_python.py: warning: the text uses relax, which the file has to import: from tvm.script import relax as relax [W0104]
