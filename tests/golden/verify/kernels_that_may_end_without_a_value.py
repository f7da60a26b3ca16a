# test: check
# What no way through the text leaves open is fine: a choice with two ends, an assertion that fails.
@I.ir_module
class Module:
    @T.prim_func
    def sign(x: T.int32) -> T.int32:
        if x > 0:
            return 1
        if x < 0:
            return -1

    @T.prim_func
    def first(A: T.Buffer((4,), "float32")) -> T.float32:
        for i in range(4):
            return A[i]

    @T.prim_func
    def both(x: T.int32) -> T.int32:
        if x > 0:
            return 1
        else:
            y: T.int32 = x + 1
            return y

    @T.prim_func
    def search(A: T.Buffer((4,), "int32")) -> T.int32:
        while A[0] > 3:
            return A[0]
        return A[1]

    @T.prim_func
    def checked(x: T.int32) -> T.int32:
        if x > 0:
            return 1
        assert T.bool(False), "x must be positive"

    @T.prim_func
    def nothing(A: T.Buffer((4,), "int32")):
        A[0] = 1

#| kernels_that_may_end_without_a_value.py:6:9: warning: the kernel may end without the int32 that it is declared to return [W0211]
#|         def sign(x: T.int32) -> T.int32:
#|             ^~~~
#| kernels_that_may_end_without_a_value.py:13:9: warning: the kernel may end without the float32 that it is declared to return [W0211]
#|         def first(A: T.Buffer((4,), "float32")) -> T.float32:
#|             ^~~~~
