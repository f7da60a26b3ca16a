# test: fails run --entry=difference --engine=eval --input=A=8xi64=ones
# test: fails run --entry=difference --input=A=8xi64=ones
# test: fails run --entry=quotient --engine=eval --input=A=8xi64=ones
# test: fails run --entry=quotient --input=A=8xi64=ones
# test: fails run --entry=larger --engine=eval --input=A=8xi64=ones
# test: fails run --entry=larger --input=A=8xi64=ones
# test: fails run --entry=place --engine=eval --input=A=8xi64=ones
# test: fails run --entry=place --input=A=8xi64=ones
# test: fails run --entry=condition --engine=eval --input=A=8xi64=ones
# test: fails run --entry=condition --input=A=8xi64=ones
# test: fails run --entry=divisor --engine=eval --input=A=8xi64=ones
# test: fails run --entry=divisor --input=A=8xi64=ones
# test: fails run --entry=domain --engine=eval --input=A=8xi64=ones
# test: fails run --entry=domain --input=A=8xi64=ones
# What A[9] or a quotient is does not count in these values, but that it cannot be computed does.
@T.prim_func
def difference(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        B[i] = A[A[i + 9] + i - A[i + 9]]
@T.prim_func
def quotient(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        B[i] = A[(i * T.int64(256) + T.Cast("int64", T.Cast("uint8", A[i + 9]))) // T.int64(256)]
@T.prim_func
def larger(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        B[i] = A[T.min(T.Cast("int64", T.Cast("uint8", A[i + 9])) + T.int64(9), i)]
@T.prim_func
def place(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        B[i + A[i + 9] - A[i + 9]] = A[i]
@T.prim_func
def condition(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        if i + A[i + 9] < A[i + 9] + T.int64(4):
            B[i] = A[i]
@T.prim_func
def divisor(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        B[i] = A[i + T.int64(7) // (i - T.int64(2)) * (n - T.int64(8))]
@T.prim_func
def domain(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i in range(T.int64(4)):
        with T.block("copy"):
            v = T.axis.spatial((A[i + 9] - A[i + 9], T.int64(4)), i)
            B[v] = A[v]

#| $ fails run --entry=difference --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:21:9: error: kernel 'difference': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[A[i + 9] + i - A[i + 9]]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=difference --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:21:9: error: kernel 'difference': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[A[i + 9] + i - A[i + 9]]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=quotient --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:27:9: error: kernel 'quotient': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[(i * T.int64(256) + T.Cast("int64", T.Cast("uint8", A[i + 9]))) // T.int64(256)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=quotient --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:27:9: error: kernel 'quotient': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[(i * T.int64(256) + T.Cast("int64", T.Cast("uint8", A[i + 9]))) // T.int64(256)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=larger --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:33:9: error: kernel 'larger': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[T.min(T.Cast("int64", T.Cast("uint8", A[i + 9])) + T.int64(9), i)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=larger --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:33:9: error: kernel 'larger': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i] = A[T.min(T.Cast("int64", T.Cast("uint8", A[i + 9])) + T.int64(9), i)]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=place --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:39:9: error: kernel 'place': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i + A[i + 9] - A[i + 9]] = A[i]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=place --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:39:9: error: kernel 'place': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             B[i + A[i + 9] - A[i + 9]] = A[i]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=condition --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:45:9: error: kernel 'condition': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             if i + A[i + 9] < A[i + 9] + T.int64(4):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=condition --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:45:9: error: kernel 'condition': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             if i + A[i + 9] < A[i + 9] + T.int64(4):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=divisor --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:52:9: error: kernel 'divisor': 7 is divided by zero [E0701]
#|             B[i] = A[i + T.int64(7) // (i - T.int64(2)) * (n - T.int64(8))]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=divisor --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:52:9: error: kernel 'divisor': 7 is divided by zero [E0701]
#|             B[i] = A[i + T.int64(7) // (i - T.int64(2)) * (n - T.int64(8))]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=domain --engine=eval --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:58:9: error: kernel 'domain': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             with T.block("copy"):
#|             ^~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=domain --input=A=8xi64=ones
#| folding_keeps_what_may_fail_in_sums.py:58:9: error: kernel 'domain': A[9] is outside of its buffer: the index must be within [0, 8) [E0701]
#|             with T.block("copy"):
#|             ^~~~~~~~~~~~~~~~~~~~~
