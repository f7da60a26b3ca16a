# test: fails run --entry=halves --engine=eval --fill=ones
# test: fails run --entry=halves --fill=ones
# test: fails run --entry=fixed_point --engine=eval --fill=ones
# test: fails run --entry=fixed_point --fill=ones
# test: fails run --entry=two_widths --engine=eval --fill=ones
# test: fails run --entry=two_widths --fill=ones
# test: fails run --entry=odd_width --engine=eval --fill=ones
# test: fails run --entry=odd_width --fill=ones
# test: run --entry=magnitudes --input=A=4xi32='[1 -2 -3 4]'
@I.ir_module
class Module:
    @T.prim_func
    def halves(A: T.Buffer((8,), "float32")):
        A[0:8] = T.vectorcombine("float32x8", A[0:2], A[0:4])

    @T.prim_func
    def fixed_point(A: T.Buffer((4,), "float32")):
        A[0] = T.q_multiply_shift(A[0], A[1], A[2], A[3])

    @T.prim_func
    def two_widths(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float16")):
        A[0] = T.atan2(A[1], B[1])

    @T.prim_func
    def odd_width(A: T.Buffer((4,), "int32")):
        B = T.alloc_buffer((4,), "int24")
        B[0] = T.Cast("int24", A[0])
        A[1] = T.Cast("int32", B[0]) + 1

    @T.prim_func
    def magnitudes(A: T.Buffer((4,), "int32")):
        for i in range(4):
            A[i] = T.fabs(A[i])

#| $ fails run --entry=halves --engine=eval --fill=ones
#| operands_that_no_intrinsic_takes.py:14:9: error: kernel 'halves': such a call of T.vectorcombine cannot be run [E0903]
#|             A[0:8] = T.vectorcombine("float32x8", A[0:2], A[0:4])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=halves --fill=ones
#| operands_that_no_intrinsic_takes.py:14:9: error: kernel 'halves': such a call of T.vectorcombine cannot be run [E0903]
#|             A[0:8] = T.vectorcombine("float32x8", A[0:2], A[0:4])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=fixed_point --engine=eval --fill=ones
#| operands_that_no_intrinsic_takes.py:18:9: error: kernel 'fixed_point': such a call of T.q_multiply_shift cannot be run [E0903]
#|             A[0] = T.q_multiply_shift(A[0], A[1], A[2], A[3])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=fixed_point --fill=ones
#| operands_that_no_intrinsic_takes.py:18:9: error: kernel 'fixed_point': such a call of T.q_multiply_shift cannot be run [E0903]
#|             A[0] = T.q_multiply_shift(A[0], A[1], A[2], A[3])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=two_widths --engine=eval --fill=ones
#| operands_that_no_intrinsic_takes.py:22:9: error: kernel 'two_widths': T.atan2 of float32 and float16 cannot be computed [E0903]
#|             A[0] = T.atan2(A[1], B[1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=two_widths --fill=ones
#| operands_that_no_intrinsic_takes.py:22:9: error: kernel 'two_widths': T.atan2 of float32 and float16 cannot be computed [E0903]
#|             A[0] = T.atan2(A[1], B[1])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=odd_width --engine=eval --fill=ones
#| operands_that_no_intrinsic_takes.py:27:9: error: kernel 'odd_width': a store of int24 cannot be computed [E0903]
#|             B[0] = T.Cast("int24", A[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=odd_width --fill=ones
#| operands_that_no_intrinsic_takes.py:27:9: error: kernel 'odd_width': a store of int24 cannot be computed [E0903]
#|             B[0] = T.Cast("int24", A[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --entry=magnitudes --input=A=4xi32='[1 -2 -3 4]'
#| [1 2 3 4]
