# test: fmt --diff
# Only the lines of the definitions change; what the text needs and the file does not import is said.
from tvm.script import ir as I, relax as R


def test_before():
    dtype = f"float{32}"

    @I.ir_module
    class Before:
        @R.function
        def main(x: R.Tensor(("n",), "float32")):
            return x

    assert Before, "here"


if __name__ == "__main__":
    test_before()

#| --- in_place_among_python.py
#| +++ in_place_among_python.py	formatted
#| @@ -9,7 +9,8 @@
#|      @I.ir_module
#|      class Before:
#|          @R.function
#| -        def main(x: R.Tensor(("n",), "float32")):
#| +        def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
#| +            n = T.int64()
#|              return x
#|  
#|      assert Before, "here"
#| in_place_among_python.py: warning: the text uses T, which the file does not import: from tvm.script import tir as T [W0104]
