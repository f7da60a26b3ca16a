# test: fails check
# What a mistake leads to is not said again, and the lines behind it are looked at.
@I.ir_module
class Module:
    @R.function
    dfe named(x: R.Tensor((2,), "float32")):
        return x

    R.function
    def undecorated(x: R.Tensor((2,), "float32")):
        return x

    @T.prim_fun
    def kernel(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i]

    @R.function
    def calls(x: R.Tensor((2,), "float32")):
        y = cls.named(x)
        z = cls.undecorated(y)
        return z


@R.function
def comma(x: R.Tensor((2,), "float32")
          y: R.Tensor((2,), "float32"), z: R.Tensor((2,), "float32")):
    a = R.add(x, y)
    return R.add(a, z)


@R.function
def string(x: R.Tensor((2,), "float32), y: R.Tensor((2,), "float32")):
    a = R.add(x, y)
    return a


@R.function
def dims(x: R.Tensor((n, m), "float32"), y: R.Tensor((m, n), "float32")) -> R.Tensor((n, n), "float32"):
    z = R.zeros((n, m), "float32")
    return z


@R.function
def colons(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    with R.dataflow()
        y = R.addd(x, x)
        R.output(y)
    if c
        r = R.multiply(x, undefined)
    else if c:
        r = R.subtract(x, undefined)
    els:
        r = R.add(x, x)
    return r


@R.function
def assignments(x: R.Tensor((2,), "float32")):
    h R.add(x, x)
    y = R.multiply(h, h)
    with R.datflow():
        z = R.add(y, lost)
        w = R.addd(R.mull(lost, x), R.nn.softmax(x, axi=1))
    R.output(w)
    return w

#| one_message_for_each_mistake.py:6:5: error: 'dfe' begins no statement; did you mean 'def'? [E0105]
#|         dfe named(x: R.Tensor((2,), "float32")):
#|         ^~~
#| one_message_for_each_mistake.py:9:5: error: a decorator begins with '@' [E0105]
#|         R.function
#|         ^~~~~~~~~~
#| one_message_for_each_mistake.py:13:6: error: only @R.function and @T.prim_func are part of the language; did you mean 'T.prim_func'? [E0106]
#|         @T.prim_fun
#|          ^~~~~~~~~~
#| one_message_for_each_mistake.py:20:13: error: 'cls' is not defined; `cls = Module` is missing before it [E0201]
#|             y = cls.named(x)
#|                 ^~~
#| one_message_for_each_mistake.py:27:11: error: expected ',' or ')', found 'y' [E0105]
#|               y: R.Tensor((2,), "float32"), z: R.Tensor((2,), "float32")):
#|               ^
#| one_message_for_each_mistake.py:33:67: error: the string is not closed [E0104]
#|     def string(x: R.Tensor((2,), "float32), y: R.Tensor((2,), "float32")):
#|                                                                       ^~~~
#| one_message_for_each_mistake.py:39:23: error: 'n' is not defined; a signature declares a symbolic dim by a string, "n" [E0201]
#|     def dims(x: R.Tensor((n, m), "float32"), y: R.Tensor((m, n), "float32")) -> R.Tensor((n, n), "float32"):
#|                           ^
#| one_message_for_each_mistake.py:39:26: error: 'm' is not defined; a signature declares a symbolic dim by a string, "m" [E0201]
#|     def dims(x: R.Tensor((n, m), "float32"), y: R.Tensor((m, n), "float32")) -> R.Tensor((n, n), "float32"):
#|                              ^
#| one_message_for_each_mistake.py:46:22: error: expected ':', found the end of the line [E0105]
#|         with R.dataflow()
#|                          ^
#| one_message_for_each_mistake.py:47:13: error: 'R.addd' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|             y = R.addd(x, x)
#|                 ^~~~~~
#| one_message_for_each_mistake.py:49:9: error: expected ':', found the end of the line [E0105]
#|         if c
#|             ^
#| one_message_for_each_mistake.py:50:27: error: 'undefined' is not defined [E0201]
#|             r = R.multiply(x, undefined)
#|                               ^~~~~~~~~
#| one_message_for_each_mistake.py:51:10: error: 'else if' is written 'elif' [E0105]
#|         else if c:
#|              ^~
#| one_message_for_each_mistake.py:52:27: error: 'undefined' is not defined [E0201]
#|             r = R.subtract(x, undefined)
#|                               ^~~~~~~~~
#| one_message_for_each_mistake.py:53:5: error: 'els' begins no statement; did you mean 'else'? [E0105]
#|         els:
#|         ^~~
#| one_message_for_each_mistake.py:60:7: error: expected ':', '=' or the end of the line, found 'R.add' [E0105]
#|         h R.add(x, x)
#|           ^~~~~
#| one_message_for_each_mistake.py:62:10: error: only `with R.dataflow():` is part of Relax functions; did you mean 'R.dataflow'? [E0106]
#|         with R.datflow():
#|              ^~~~~~~~~~~
#| one_message_for_each_mistake.py:63:22: error: 'lost' is not defined [E0201]
#|             z = R.add(y, lost)
#|                          ^~~~
#| one_message_for_each_mistake.py:64:13: error: 'R.addd' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|             w = R.addd(R.mull(lost, x), R.nn.softmax(x, axi=1))
#|                 ^~~~~~
#| one_message_for_each_mistake.py:64:20: error: 'R.mull' is no operator or intrinsic; did you mean 'R.full'? [E0203]
#|             w = R.addd(R.mull(lost, x), R.nn.softmax(x, axi=1))
#|                        ^~~~~~
#| one_message_for_each_mistake.py:64:53: error: R.nn.softmax has no parameter 'axi'; did you mean 'axis'? [E0301]
#|             w = R.addd(R.mull(lost, x), R.nn.softmax(x, axi=1))
#|                                                         ^~~
#| one_message_for_each_mistake.py:65:5: error: R.output stands at the end of a dataflow block, indented as its bindings are [E0503]
#|         R.output(w)
#|         ^~~~~~~~~~~
