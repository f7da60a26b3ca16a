# test: fails run --engine=eval --entry=main --input=k=0
# test: fails run --entry=main --input=k=0
# test: fails run --engine=eval --entry=main --input=k=1
# test: fails run --entry=main --input=k=1
# test: fails run --engine=eval --entry=main --input=k=2
# test: fails run --entry=main --input=k=2
# test: fails run --engine=eval --entry=main --input=k=3
# test: fails run --entry=main --input=k=3
# test: fails run --engine=eval --entry=main --input=k=4
# test: fails run --entry=main --input=k=4
# test: fails run --engine=eval --entry=main --input=k=5
# test: fails run --entry=main --input=k=5
@I.ir_module
class Module:
    @T.prim_func
    def row(x: T.handle, y: T.handle):
        m = T.int32()
        X = T.match_buffer(x, (m,), "int32")
        Y = T.match_buffer(y, (m * 2,), "int32")
        for i in range(m):
            X[i] = Y[i]

    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), k: T.int32):
        a = T.int32(2) + k
        if k == 0:
            Module.row(A.data, A.data)
        if k == 1:
            Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2, 2), 0, 2, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0))
        if k == 2:
            Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, T.float32(0), 0))
        if k == 3:
            Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(a), 0, 1, 0, 0))
        if k == 4:
            Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), T.tvm_stack_make_shape(a), 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, 0, 0))
        if k == 5:
            Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, a), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, 0, 0))
