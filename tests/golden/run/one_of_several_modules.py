# test: run --module=Second --engine=eval --input=x=iota(2)
# test: fails run
# The entry is looked for in the module that --module names.
@I.ir_module
class First:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return R.negative(x)

@I.ir_module
class Second:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return R.add(x, x)

#| $ run --module=Second --engine=eval --input=x=iota(2)
#| [0. 2.]
#| $ fails run
#| hammock: error: one_of_several_modules.py: the function 'main' is in several modules: 'First', 'Second' (--module=NAME)
