# test: run --input=x=2xf32='[1 2]' --input=y=2xf32='[10 20]'
# test: run --engine=eval --input=x=2xf32='[1 2]' --input=y=2xf32='[10 20]'
# test: fails run --engine=eval --entry=one_too_few --fill=ones
# test: fails run --engine=eval --entry=other_result --fill=ones
# R.make_closure keeps values, which stand behind the arguments of each call of it.
@I.ir_module
class Module:
    @R.function
    def minus(a: R.Tensor((2,), "float32"), b: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        c = R.subtract(a, b)
        return c

    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32"), y: R.Tensor((2,), "float32")):
        cls = Module
        less_y: R.Object = R.make_closure(cls.minus, (y,))
        a = R.invoke_pure_closure(less_y, (x,), sinfo_args=R.Tensor((2,), "float32"))
        again: R.Object = R.make_closure(less_y, (a,))
        b = R.invoke_closure(again, R.tuple(), sinfo_args=R.Tensor((2,), "float32"))
        return (a, b)

    @R.function(pure=False)
    def one_too_few(x: R.Tensor((2,), "float32")):
        cls = Module
        f: R.Object = R.make_closure(cls.minus, R.tuple())
        a = R.invoke_closure(f, (x,), sinfo_args=R.Tensor((2,), "float32"))
        return a

    @R.function(pure=False)
    def other_result(x: R.Tensor((2,), "float32")):
        cls = Module
        f: R.Object = R.make_closure(cls.minus, (x,))
        a = R.invoke_closure(f, (x,), sinfo_args=R.Tensor((3,), "float32"))
        return a

#| $ run --input=x=2xf32='[1 2]' --input=y=2xf32='[10 20]'
#| ([ -9. -18.],
#|  [-19. -38.])
#| $ run --engine=eval --input=x=2xf32='[1 2]' --input=y=2xf32='[10 20]'
#| ([ -9. -18.],
#|  [-19. -38.])
#| $ fails run --engine=eval --entry=one_too_few --fill=ones
#| values_behind_the_arguments_of_a_closure.py:26:13: error: 'minus' takes 2 arguments, 1 are given [E0701]
#|             a = R.invoke_closure(f, (x,), sinfo_args=R.Tensor((2,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=other_result --fill=ones
#| values_behind_the_arguments_of_a_closure.py:33:13: error: the result of the function: dim 0 is 2, expected 3 [E0701]
#|             a = R.invoke_closure(f, (x,), sinfo_args=R.Tensor((3,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
