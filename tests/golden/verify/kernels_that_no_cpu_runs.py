# test: check
# Told once of each kernel.
@T.prim_func
def wait(A: T.Buffer((16,), "float32")):
    T.tvm_storage_sync("shared")
    T.tvm_storage_sync("shared")
    A[0] = T.float32(0)

#| kernels_that_no_cpu_runs.py:5:5: remark: T.tvm_storage_sync runs on no CPU [R0103]
#|         T.tvm_storage_sync("shared")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
