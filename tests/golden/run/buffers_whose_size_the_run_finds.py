# test: run --engine=eval --compare=jit --entry=f --input=n=2xi64='[5 3]'
# test: run --engine=eval --compare=jit --entry=f --input=n=2xi64='[0 -3]'
# test: fails run --engine=eval --entry=huge --input=n=2xi64='[4611686018427387904 2]'
# test: fails run --entry=huge --input=n=2xi64='[4611686018427387904 2]'
# test: fails run --engine=eval --entry=outside --input=n=2xi64='[5 3]'
# test: fails run --entry=outside --input=n=2xi64='[5 3]'
@I.ir_module
class Module:
    @T.prim_func
    def f(n: T.Buffer((2,), "int64"), A: T.Buffer((8,), "float32")):
        B = T.decl_buffer((n[0],), "float32")
        for i in range(n[0]):
            B[i] = T.float32(1)
        for i, k in T.grid(n[0], T.int64(4)):
            with T.block("block"):
                C = T.alloc_buffer((n[1] + k, n[0]), "float32")
                for j in range(n[1] + k):
                    C[j, i] = T.Cast("float32", j)
                    A[k] = A[k] + C[j, i] + B[i]
        for k in T.parallel(4):
            D_1 = T.allocate([n[0] * k], "int32", "global", T.Cast("bool", k > 0))
            D = T.Buffer((n[0] * k,), "int32", data=D_1)
            for i in range(T.Cast("int32", n[0]) * k):
                if i > 7:
                    break
                D[i] = i
                A[4 + k] = A[4 + k] + T.Cast("float32", D[i])

    @T.prim_func
    def huge(n: T.Buffer((2,), "int64"), A: T.Buffer((8,), "float32")):
        B = T.alloc_buffer((n[1], n[0]), "float32")
        B[0, 0] = A[0]
        A[0] = B[0, 0]

    @T.prim_func
    def outside(n: T.Buffer((2,), "int64"), A: T.Buffer((8,), "float32")):
        B = T.alloc_buffer((n[1], n[0]), "float32")
        B[2, 5] = A[0]
        A[0] = B[0, 0]

#| $ run --engine=eval --compare=jit --entry=f --input=n=2xi64='[5 3]'
#| [ 30.  50.  75. 105.   0.  10.  28.  28.]
#| $ run --engine=eval --compare=jit --entry=f --input=n=2xi64='[0 -3]'
#| [0. 0. 0. 0. 0. 0. 0. 0.]
#| $ fails run --engine=eval --entry=huge --input=n=2xi64='[4611686018427387904 2]'
#| buffers_whose_size_the_run_finds.py:30:9: error: kernel 'huge': the buffer 'B' of shape (2, 4611686018427387904) and dtype float32 does not fit into this machine's memory [E0701]
#|         def huge(n: T.Buffer((2,), "int64"), A: T.Buffer((8,), "float32")):
#|             ^~~~
#| $ fails run --entry=huge --input=n=2xi64='[4611686018427387904 2]'
#| buffers_whose_size_the_run_finds.py:30:9: error: kernel 'huge': the buffer 'B' of shape (2, 4611686018427387904) and dtype float32 does not fit into this machine's memory [E0701]
#|         def huge(n: T.Buffer((2,), "int64"), A: T.Buffer((8,), "float32")):
#|             ^~~~
#| $ fails run --engine=eval --entry=outside --input=n=2xi64='[5 3]'
#| buffers_whose_size_the_run_finds.py:38:9: error: kernel 'outside': B[2, 5] is outside of its buffer: index 1 must be within [0, 5) [E0701]
#|             B[2, 5] = A[0]
#|             ^~~~~~~~~~~~~~
#| $ fails run --entry=outside --input=n=2xi64='[5 3]'
#| buffers_whose_size_the_run_finds.py:38:9: error: kernel 'outside': B[2, 5] is outside of its buffer: index 1 must be within [0, 5) [E0701]
#|             B[2, 5] = A[0]
#|             ^~~~~~~~~~~~~~
