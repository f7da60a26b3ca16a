# test: fails check
# Two commas between parameters, a decorator that is indented too far, a function that is not Relax's.
@R.function
def main(x: R.Tensor((2,), "float32"),, y: R.Tensor((2,), "float32")):
    return x


@T.prim_func
def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"),,):
    B[0] = A[0]


@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2,), "float32")):
        return x
        @R.function

    def second(x: R.Tensor((2,), "float32")):
        return x


@R.function
async def third(x: R.Tensor((2,), "float32")):
    return x

#| commas_and_decorators_out_of_place.py:4:39: error: a parameter is missing between two commas [E0105]
#|     def main(x: R.Tensor((2,), "float32"),, y: R.Tensor((2,), "float32")):
#|                                           ^
#| commas_and_decorators_out_of_place.py:9:71: error: a parameter is missing between two commas [E0105]
#|     def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"),,):
#|                                                                           ^
#| commas_and_decorators_out_of_place.py:18:10: error: the decorator is indented deeper than what stands behind it [E0103]
#|             @R.function
#|              ^~~~~~~~~~
#| commas_and_decorators_out_of_place.py:25:1: error: 'async' is not part of the language; a function begins with 'def' [E0106]
#|     async def third(x: R.Tensor((2,), "float32")):
#|     ^~~~~
