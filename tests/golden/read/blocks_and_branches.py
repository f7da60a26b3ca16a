# test: fails check
# What dataflow blocks, branches and returns may not do; every function has its own mistakes.
@I.ir_module
class Module:
    @R.function
    def no_return(x: R.Tensor((2,), "float32")):
        y = R.add(x, x)

    @R.function
    def code_after_return(x: R.Tensor((2,), "float32")):
        return x
        y = R.add(x, x)
        z = R.add(x, x)

    @R.function
    def two_ends(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            y = R.add(x, x)
        else:
            z = R.multiply(x, x)
        return x

    @R.function
    def one_branch(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            y = R.add(x, x)
        return x

    @R.function
    def return_in_branch(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            return x
        else:
            y = R.add(x, x)
        return y

    @R.function
    def empty_branch(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        if c:
            pass
        else:
            y = R.add(x, x)
        return x

    @R.function
    def dataflow(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
        with R.dataflow():
            y = R.add(x, x)
            with R.dataflow():
                z = R.add(x, x)
            if c:
                w = R.add(x, x)
            else:
                w = R.multiply(x, x)
            R.output(y, x)
            v = R.add(x, x)
        R.output(y)
        return y

#| blocks_and_branches.py:6:9: error: the function 'no_return' does not end with a return [E0503]
#|         def no_return(x: R.Tensor((2,), "float32")):
#|             ^~~~~~~~~
#| blocks_and_branches.py:12:9: error: a statement after the return [E0503]
#|             y = R.add(x, x)
#|             ^~~~~~~~~~~~~~~
#| blocks_and_branches.py:20:13: error: the branches end with different variables: 'y' and 'z' [E0503]
#|                 z = R.multiply(x, x)
#|                 ^~~~~~~~~~~~~~~~~~~~
#| blocks_and_branches.py:18:13: note: the first ends here
#|                 y = R.add(x, x)
#|                 ^~~~~~~~~~~~~~~
#| blocks_and_branches.py:25:9: error: an if needs an else: both branches define its value [E0503]
#|             if c:
#|             ^~~~~
#| blocks_and_branches.py:32:13: error: a return inside a branch; bind one name in both branches, and return it behind the if [E0503]
#|                 return x
#|                 ^~~~~~~~
#| blocks_and_branches.py:39:9: error: a branch needs at least one binding [E0503]
#|             if c:
#|             ^~~~~
#| blocks_and_branches.py:49:13: error: a dataflow block inside another one [E0503]
#|                 with R.dataflow():
#|                 ^~~~~~~~~~~~~~~~~~
#| blocks_and_branches.py:51:13: error: an if inside a dataflow block [E0503]
#|                 if c:
#|                 ^~~~~
#| blocks_and_branches.py:55:25: error: 'x' is not bound in this dataflow block [E0503]
#|                 R.output(y, x)
#|                             ^
#| blocks_and_branches.py:56:17: error: a binding after R.output [E0503]
#|                 v = R.add(x, x)
#|                     ^~~~~~~~~~~
#| blocks_and_branches.py:57:9: error: R.output stands at the end of a dataflow block, indented as its bindings are [E0503]
#|             R.output(y)
#|             ^~~~~~~~~~~
