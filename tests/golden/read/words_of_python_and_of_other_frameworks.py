# test: fails check
# What engineers write from habit: each message says what the language has instead.
@I.ir_module
class Net:
    @R.function
    def layer(self, x: R.Tensor((2, 3), "float32")):
        return R.nn.relu(x)

    @R.function
    def blocks(x: R.Tensor((2, 3), "float32"), w: R.Tensor((4, 5), "float32"), c: R.Tensor((), "bool")):
        "adds"
        with R.dataflow():
            y = R.matmul(x, w)
            z = R.nn.relu(y)
            R.output(z)
        a = R.add(y, y)
        if c:
            return z
        else:
            return x

    @R.function(pure=False)
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((4, 5), "float32")):
        n_1 = R.zeros((4), "float32")
        a = R.nn.softmax(x, dim=1)
        b = R.nn.dropout(x, p=0.5)
        c = R.astype(x, "fp16")
        d = R.astype(x, float32)
        e = R.multiply(x, x) / 8.0
        f = self.layer(x)
        g = layer(x)
        h = x[0]
        i = [R.add(x, y) for y in (x, x)]
        j = R.linear(x, w)
        R.call_packed("my.effect", x)
        return x

#| words_of_python_and_of_other_frameworks.py:6:15: error: the parameter 'self' needs an annotation; a function of a module has no 'self' and calls others by the name of the class [E0401]
#|         def layer(self, x: R.Tensor((2, 3), "float32")):
#|                   ^~~~
#| words_of_python_and_of_other_frameworks.py:11:9: error: a string is no statement; a comment begins with # [E0106]
#|             "adds"
#|             ^~~~~~
#| words_of_python_and_of_other_frameworks.py:13:17: error: R.matmul: shapes (2, 3) and (4, 5) cannot be multiplied: 3 columns here and 4 rows there [E0403]
#|                 y = R.matmul(x, w)
#|                     ^~~~~~~~~~~~~~
#| words_of_python_and_of_other_frameworks.py:16:19: error: 'y' is not visible here [E0201]
#|             a = R.add(y, y)
#|                       ^
#| words_of_python_and_of_other_frameworks.py:13:13: note: it is bound here, inside a block that has ended (a dataflow block shows what R.output lists)
#|                 y = R.matmul(x, w)
#|                 ^
#| words_of_python_and_of_other_frameworks.py:18:13: error: a return inside a branch; bind one name in both branches, and return it behind the if [E0503]
#|                 return z
#|                 ^~~~~~~~
#| words_of_python_and_of_other_frameworks.py:20:13: error: a return inside a branch; bind one name in both branches, and return it behind the if [E0503]
#|                 return x
#|                 ^~~~~~~~
#| words_of_python_and_of_other_frameworks.py:24:24: error: an integer is no shape; one of a single dim is written (dim,) [E0306]
#|             n_1 = R.zeros((4), "float32")
#|                            ^
#| words_of_python_and_of_other_frameworks.py:25:29: error: R.nn.softmax has no parameter 'dim'; did you mean 'axis'? [E0301]
#|             a = R.nn.softmax(x, dim=1)
#|                                 ^~~
#| words_of_python_and_of_other_frameworks.py:26:29: error: R.nn.dropout has no parameter 'p'; did you mean 'rate'? [E0301]
#|             b = R.nn.dropout(x, p=0.5)
#|                                 ^
#| words_of_python_and_of_other_frameworks.py:27:25: error: there is no dtype 'fp16'; did you mean 'float16'? [E0406]
#|             c = R.astype(x, "fp16")
#|                             ^~~~~~
#| words_of_python_and_of_other_frameworks.py:28:25: error: 'float32' is not defined; a dtype is written as a string, "float32", the struct info of a number R.Prim("float32") [E0201]
#|             d = R.astype(x, float32)
#|                             ^~~~~~~
#| words_of_python_and_of_other_frameworks.py:29:32: error: a float cannot be the operand beside an expression; a number is written R.const(value, dtype) [E0305]
#|             e = R.multiply(x, x) / 8.0
#|                                    ^~~
#| words_of_python_and_of_other_frameworks.py:30:13: error: 'self' is not defined; did you mean 'Net'? [E0201]
#|             f = self.layer(x)
#|                 ^~~~
#| words_of_python_and_of_other_frameworks.py:31:13: error: 'layer' is not defined; did you mean 'Net.layer'? [E0201]
#|             g = layer(x)
#|                 ^~~~~
#| words_of_python_and_of_other_frameworks.py:32:13: error: only tuples can be indexed; R.take and R.strided_slice take parts of a tensor [E0316]
#|             h = x[0]
#|                 ^
#| words_of_python_and_of_other_frameworks.py:33:26: error: a comprehension is not part of the language [E0106]
#|             i = [R.add(x, y) for y in (x, x)]
#|                              ^~~
#| words_of_python_and_of_other_frameworks.py:34:13: error: R.matmul: shapes (2, 3) and (5, 4) cannot be multiplied: 3 columns here and 5 rows there, as R.linear is read [E0403]
#|             j = R.linear(x, w)
#|                 ^~~~~~~~~~~~~~
#| words_of_python_and_of_other_frameworks.py:35:9: error: the value is not used: it must be bound to a variable; a function that returns nothing has sinfo_args=R.Tuple() [E0106]
#|             R.call_packed("my.effect", x)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
