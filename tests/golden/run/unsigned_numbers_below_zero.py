# test: run --entry=below --input=c=3 --fill=zeros --compare=eval
# test: run --entry=beyond --input=c=18446744073709551615 --fill=zeros --compare=eval
from tvm.script import ir as I, tir as T

# Numbers that are known before the run, and wrap.
@I.ir_module
class Numbers:
    @T.prim_func
    def below(A: T.Buffer((2,), "int32"), c: T.int64):
        if T.Cast("uint64", c) - T.uint64(5) > T.uint64(3):
            A[0] = 1
        if T.Cast("uint64", T.int64(0) - c) > T.uint64(3):
            A[1] = 1

    @T.prim_func
    def beyond(A: T.Buffer((2,), "int32"), c: T.uint64):
        if c > T.uint64(3):
            A[0] = 1
        if T.Cast("float64", c) > T.float64(3):
            A[1] = 1

#| $ run --entry=below --input=c=3 --fill=zeros --compare=eval
#| [1 1]
#| $ run --entry=beyond --input=c=18446744073709551615 --fill=zeros --compare=eval
#| [1 1]
