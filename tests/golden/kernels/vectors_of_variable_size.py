# test: fmt --verify-roundtrip
# test: check
# test: fails run --entry=f --fill=ones
# The lanes of a vector may be a number of units that only the machine knows; nothing here runs that.
@T.prim_func
def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), C: T.Buffer((8,), "float32xvscalex4"), D: T.Buffer((T.int64(64),), "int1"), n: T.int32):
    for i in range(T.ceildiv(128, T.vscale() * 4)):
        A[i * 4 * T.vscale() : i * 4 * T.vscale() + T.vscale() * 4] = T.Broadcast(T.float32(1), 4 * T.vscale())
    B[0 : T.vscale() * 4] = A.vload([T.Ramp(0, 1, T.vscale() * 4)], dtype="float32xvscalex4")
    B[0 : T.vscale() * 8 : 2] = A[0 : T.vscale() * 4] + T.float32(2)
    A[T.Ramp(0, n, T.vscale())] = T.Broadcast(T.float32(1), T.vscale())
    C[1] = T.Broadcast(T.float32(1), T.vscale() * 4)
    D[T.int64(0) : T.int64(0) + T.Cast("int64", T.vscale() * 4)] = T.get_active_lane_mask("uint1xvscalex4", 0, 30)
    T.call_llvm_intrin("int32xvscalex4", "llvm.experimental.stepvector")

#| $ fmt --verify-roundtrip
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((128,), "float32"), B: T.Buffer((128,), "float32"), C: T.Buffer((8,), "float32xvscalex4"), D: T.Buffer((T.int64(64),), "int1"), n: T.int32):
#|     for i in range((T.vscale() * 4 + 127) // (T.vscale() * 4)):
#|         A[i * 4 * T.vscale():i * 4 * T.vscale() + T.vscale() * 4] = T.Broadcast(T.float32(1.0), T.vscale() * 4)
#|     B[0:T.vscale() * 4] = A[0:T.vscale() * 4]
#|     B[0:T.vscale() * 4 * 2:2] = A[0:T.vscale() * 4] + T.Broadcast(T.float32(2.0), T.vscale() * 4)
#|     A[T.Ramp(0, n, T.vscale())] = T.Broadcast(T.float32(1.0), T.vscale())
#|     C[1] = T.Broadcast(T.float32(1.0), T.vscale() * 4)
#|     D[T.int64(0):T.Cast("int64", T.vscale() * 4)] = T.Cast("int1xvscalex4", T.get_active_lane_mask("uint1xvscalex4", 0, 30))
#|     T.call_llvm_intrin("int32xvscalex4", "llvm.experimental.stepvector")
#| $ check
#| vectors_of_variable_size.py:7:14: remark: T.vscale runs on no CPU [R0103]
#|         for i in range(T.ceildiv(128, T.vscale() * 4)):
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=f --fill=ones
#| hammock: error: parameter 'C' of R.Tensor((8,), dtype="float32xvscalex4"): a tensor of dtype float32xvscalex4 cannot be stored
