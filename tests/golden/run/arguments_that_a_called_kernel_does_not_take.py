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

#| $ fails run --engine=eval --entry=main --input=k=0
#| arguments_that_a_called_kernel_does_not_take.py:27:13: error: argument 'X' of 'row': it is no tensor [E0701]
#|                 Module.row(A.data, A.data)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=0
#| arguments_that_a_called_kernel_does_not_take.py:27:13: error: argument 'X' of 'row': it is no tensor [E0701]
#|                 Module.row(A.data, A.data)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --engine=eval --entry=main --input=k=1
#| arguments_that_a_called_kernel_does_not_take.py:29:13: error: argument 'X' of 'row': rank is 2, expected 1 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2, 2), 0, 2, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=1
#| arguments_that_a_called_kernel_does_not_take.py:29:13: error: argument 'X' of 'row': rank is 2, expected 1 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2, 2), 0, 2, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --engine=eval --entry=main --input=k=2
#| arguments_that_a_called_kernel_does_not_take.py:31:13: error: argument 'Y' of 'row': dtype is float32, expected int32 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, T....
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=2
#| arguments_that_a_called_kernel_does_not_take.py:31:13: error: argument 'Y' of 'row': dtype is float32, expected int32 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, T....
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --engine=eval --entry=main --input=k=3
#| arguments_that_a_called_kernel_does_not_take.py:33:13: error: argument 'Y' of 'row': dim 0 is 5, expected 4 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(a), 0, 1, 0,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=3
#| arguments_that_a_called_kernel_does_not_take.py:33:13: error: argument 'Y' of 'row': dim 0 is 5, expected 4 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(a), 0, 1, 0,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --engine=eval --entry=main --input=k=4
#| arguments_that_a_called_kernel_does_not_take.py:35:13: error: argument 'X' of 'row': the stride of dim 0 is 6, expected 1 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), T.tvm_stack_make_shape(a), 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=4
#| arguments_that_a_called_kernel_does_not_take.py:35:13: error: argument 'X' of 'row': the stride of dim 0 is 6, expected 1 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), T.tvm_stack_make_shape(a), 1, 0, 0), T.tvm_stack_make_array(A.data, T.tvm_stack...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --engine=eval --entry=main --input=k=5
#| arguments_that_a_called_kernel_does_not_take.py:37:13: error: argument 'X' of 'row': the offset is 7, expected 0 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, a), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, 0,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
#| $ fails run --entry=main --input=k=5
#| arguments_that_a_called_kernel_does_not_take.py:37:13: error: argument 'X' of 'row': the offset is 7, expected 0 [E0701]
#|                 Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), 0, 1, 0, a), T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(4), 0, 1, 0,...
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| arguments_that_a_called_kernel_does_not_take.py:16:9: note: it is declared here
#|         def row(x: T.handle, y: T.handle):
#|             ^~~
