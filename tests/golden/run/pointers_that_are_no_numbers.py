# test: fails run --engine=eval --entry=f
# test: fails run --entry=f
# test: fails run --engine=eval --entry=g
# test: fails run --entry=g
# test: fails run --engine=eval --entry=h
# test: fails run --entry=h
# They are no elements of memory, and no integers.
@T.prim_func
def f(A: T.Buffer((4,), "uint64")):
    A[0] = T.reinterpret("uint64", A.data)


@T.prim_func
def g(A: T.Buffer((4,), "uint64")):
    P = T.alloc_buffer((2,), "handle")
    P[0] = A.data


@T.prim_func
def h(A: T.Buffer((4,), "uint64")):
    p: T.handle = T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, T.uint64(0), 0)
    A[0] = T.Cast("uint64", T.isnullptr(p))

#| $ fails run --engine=eval --entry=f
#| pointers_that_are_no_numbers.py:10:5: error: kernel 'f': T.reinterpret from handle to uint64 cannot be computed [E0903]
#|         A[0] = T.reinterpret("uint64", A.data)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=f
#| pointers_that_are_no_numbers.py:10:5: error: kernel 'f': T.reinterpret from handle to uint64 cannot be computed [E0903]
#|         A[0] = T.reinterpret("uint64", A.data)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=g
#| pointers_that_are_no_numbers.py:16:5: error: kernel 'g': a store of handle cannot be computed [E0903]
#|         P[0] = A.data
#|         ^~~~~~~~~~~~~
#| $ fails run --entry=g
#| pointers_that_are_no_numbers.py:16:5: error: kernel 'g': a store of handle cannot be computed [E0903]
#|         P[0] = A.data
#|         ^~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=h
#| pointers_that_are_no_numbers.py:21:5: error: kernel 'h': T.tvm_stack_make_array is run as an argument of a call of a kernel only [E0903]
#|         p: T.handle = T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, T.uint64(0), 0)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=h
#| pointers_that_are_no_numbers.py:21:5: error: kernel 'h': T.tvm_stack_make_array is run as an argument of a call of a kernel only [E0903]
#|         p: T.handle = T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, T.uint64(0), 0)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
