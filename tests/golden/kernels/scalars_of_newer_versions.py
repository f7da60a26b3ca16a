# test: fmt --verify-roundtrip
# test: fmt --dialect=tvm-0.26
# test: run --entry=count --input=A=4xi32='[1 -2 3 -4]'
# test: migrate --to=tvm-0.19
# In newer versions a variable with a type is memory for one element; T.let says that a value is bound.
from tvm.script import tirx as T

@T.prim_func
def count(A: T.Buffer((4,), "int32")) -> T.int32:
    negative: T.int32 = 0  # so far
    last: T.int32
    for i in range(4):
        x: T.let[T.int32] = A[i]
        if x < 0:
            negative = negative + 1
            negative += 10
        last = x
        last[0] = last * 100
    return negative + last

#| x
