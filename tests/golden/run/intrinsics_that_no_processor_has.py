# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def f(A: T.Buffer((8,), "float32")):
    T.tvm_storage_sync("shared")
    A[0] = T.float32(1.0)

#| $ fails run --engine=eval --fill=ones
#| intrinsics_that_no_processor_has.py:5:5: error: kernel 'f': the intrinsic T.tvm_storage_sync cannot be run on a CPU [E0903]
#|         T.tvm_storage_sync("shared")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| intrinsics_that_no_processor_has.py:5:5: error: kernel 'f': the intrinsic T.tvm_storage_sync cannot be run on a CPU [E0903]
#|         T.tvm_storage_sync("shared")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
