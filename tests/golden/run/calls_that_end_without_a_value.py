# test: run --engine=eval --compare=jit --entry=main --input=A=2xi32='[3 -4]'
# test: fails run --engine=eval --entry=main --input=A=2xi32='[3 0]'
# test: fails run --entry=main --input=A=2xi32='[3 0]'
# test: fails run --engine=eval --entry=recursive --input=A=2xi32='[3 0]'
# test: fails run --entry=recursive --input=A=2xi32='[3 0]'
# test: run --engine=eval --compare=jit --entry=unasked --input=A=2xi32='[3 0]'
@I.ir_module
class Module:
    @T.prim_func
    def sign(x: T.int32) -> T.int32:
        if x > 0:
            return 1
        if x < 0:
            return -1

    @T.prim_func
    def down(x: T.int32) -> T.int32:
        if x > 0:
            return Module.down(x - 1)

    @T.prim_func
    def main(A: T.Buffer((2,), "int32")):
        for i in range(2):
            A[i] = Module.sign(A[i])

    @T.prim_func
    def recursive(A: T.Buffer((2,), "int32")):
        A[0] = Module.down(A[0])

    @T.prim_func
    def unasked(A: T.Buffer((2,), "int32")):
        Module.sign(A[1])
        Module.down(0)

#| $ run --engine=eval --compare=jit --entry=main --input=A=2xi32='[3 -4]'
#| [ 1 -1]
#| $ fails run --engine=eval --entry=main --input=A=2xi32='[3 0]'
#| calls_that_end_without_a_value.py:24:13: error: kernel 'sign': it ends without a value [E0701]
#|                 A[i] = Module.sign(A[i])
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~
#| calls_that_end_without_a_value.py:10:9: note: it is declared here
#|         def sign(x: T.int32) -> T.int32:
#|             ^~~~
#| $ fails run --entry=main --input=A=2xi32='[3 0]'
#| calls_that_end_without_a_value.py:24:13: error: kernel 'sign': it ends without a value [E0701]
#|                 A[i] = Module.sign(A[i])
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~
#| calls_that_end_without_a_value.py:10:9: note: it is declared here
#|         def sign(x: T.int32) -> T.int32:
#|             ^~~~
#| $ fails run --engine=eval --entry=recursive --input=A=2xi32='[3 0]'
#| calls_that_end_without_a_value.py:19:13: error: kernel 'down': it ends without a value [E0701]
#|                 return Module.down(x - 1)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~
#| calls_that_end_without_a_value.py:17:9: note: it is declared here
#|         def down(x: T.int32) -> T.int32:
#|             ^~~~
#| $ fails run --entry=recursive --input=A=2xi32='[3 0]'
#| calls_that_end_without_a_value.py:19:13: error: kernel 'down': it ends without a value [E0701]
#|                 return Module.down(x - 1)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~
#| calls_that_end_without_a_value.py:17:9: note: it is declared here
#|         def down(x: T.int32) -> T.int32:
#|             ^~~~
#| $ run --engine=eval --compare=jit --entry=unasked --input=A=2xi32='[3 0]'
#| ()
