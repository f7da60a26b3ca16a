# test: fails run --engine=eval --input=n=0
# test: fails run --input=n=0
@T.prim_func
def f(n: T.int32, A: T.Buffer((1,), "int32")):
    A[0] = 5 // n

#| $ fails run --engine=eval --input=n=0
#| integers_divided_by_zero_in_kernels.py:5:5: error: kernel 'f': 5 is divided by zero [E0701]
#|         A[0] = 5 // n
#|         ^~~~~~~~~~~~~
#| $ fails run --input=n=0
#| integers_divided_by_zero_in_kernels.py:5:5: error: kernel 'f': 5 is divided by zero [E0701]
#|         A[0] = 5 // n
#|         ^~~~~~~~~~~~~
