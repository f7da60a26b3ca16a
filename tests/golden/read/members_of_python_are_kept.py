# test: fmt
# test: check
# What @I.pyfunc stands before is Python's, whatever it says: its text stays as it is, in its place among the members.
import torch
from tvm.relax.base_py_module import BasePyModule
from tvm.script import ir as I, relax as R


@I.ir_module
class Net(BasePyModule):
    @R.function
    def scale(x: R.Tensor((2,), "float32")):
        y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
        return y

    # Its comment.
    @torch.no_grad()
    @I.pyfunc  # of Python
    def relu(self, x: torch.Tensor, *rest, how: "str" = 'a',
             **more) -> torch.Tensor:
        """Several lines,
which begin where they like:   
        and end with blanks."""

        # T.int64, R.nothing and whatever else
        try:
          async_ = [v for v in (x := rest) if v]; print(f"{how!r:>{10}}")
        except (ValueError, TypeError) as e:
            raise RuntimeError("no") from e
# a comment in the first column
        return torch.relu(x) @ self.helper(x)

    @R.function
    def again(x: R.Tensor((2,), "float32")):
        y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
        return y

    @I.pyfunc
    def one(x): return x

    @R.function(private=True)
    def helper(x: R.Tensor((2,), "float32")):
        return x

    @R.function(private=True)
    def unused(x: R.Tensor((2,), "float32")):
        return x

    @I.pyfunc
    async def last(self):
            yield 1

#| $ fmt
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Net(BasePyModule):
#|     @R.function
#|     def again(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         y: R.Tensor((2,), dtype="float32") = R.call_py_func("relu", (x,), out_ty=R.Tensor((2,), dtype="float32"))
#|         return y
#|
#|     # Its comment.
#|     @torch.no_grad()
#|     @I.pyfunc  # of Python
#|     def relu(self, x: torch.Tensor, *rest, how: "str" = 'a',
#|              **more) -> torch.Tensor:
#|         """Several lines,
#| which begin where they like:   
#|         and end with blanks."""
#|
#|         # T.int64, R.nothing and whatever else
#|         try:
#|           async_ = [v for v in (x := rest) if v]; print(f"{how!r:>{10}}")
#|         except (ValueError, TypeError) as e:
#|             raise RuntimeError("no") from e
#| # a comment in the first column
#|         return torch.relu(x) @ self.helper(x)
#|
#|     @R.function(private=True)
#|     def helper(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#|     @I.pyfunc
#|     def one(x): return x
#|
#|     @R.function
#|     def scale(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         y: R.Tensor((2,), dtype="float32") = R.call_py_func("relu", (x,), out_ty=R.Tensor((2,), dtype="float32"))
#|         return y
#|
#|     @R.function(private=True)
#|     def unused(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#|     @I.pyfunc
#|     async def last(self):
#|             yield 1
#| members_of_python_are_kept.py:13:13: warning: R.call_py_func is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|             y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| members_of_python_are_kept.py:35:13: warning: R.call_py_func is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|             y = R.call_py_func("relu", (x,), out_sinfo=R.Tensor((2,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ check
