# test: fails check
# What is wrong with an argument has a code that says so.
@R.function
def immediates(x: R.Tensor((2, 3), "float32")):
    R.func_attr({"a": T.FloatImm("float32", "a"), "b": T.IntImm("int32", 1.5), "c": T.IntImm("float32", 1)})
    return x

@R.function
def lists(x: R.Tensor((2, 3), "float32")):
    y = R.const([[1, 2], [3]], "int32")
    return y

@R.function
def tuples(x: R.Tensor((2, 3), "float32")):
    y, z = R.add(x, x)
    return y

@T.prim_func
def kinds(A: T.Buffer((4, 4), "float32")):
    for i, j in T.grid(4, 4):
        with T.block("b"):
            vi, vj = T.axis.remap("SSS", [i, j])
            A[vi, vj] = T.float32(0)

@T.prim_func
def vectors(A: T.Buffer((4,), "float32")):
    A[0:4] = T.Broadcast(T.Broadcast(T.float32(0), 2), 2)

@T.prim_func
def lanes(A: T.Buffer((4,), "float32")):
    A[0] = T.Shuffle([], [])

@T.prim_func
def separators(A: T.Buffer((4,), "float32")):
    B = T.alloc_buffer((4, 4), "float32", axis_separators=[3])
    A[0] = B[0, 0]

@T.prim_func
def annotations(A: 3):
    T.evaluate(0)

#| what_stands_in_the_place_of_what.py:5:23: error: T.FloatImm takes a float dtype and a number [E0310]
#|         R.func_attr({"a": T.FloatImm("float32", "a"), "b": T.IntImm("int32", 1.5), "c": T.IntImm("float32", 1)})
#|                           ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stands_in_the_place_of_what.py:10:26: error: the lists of a constant must have the same size at each level [E0403]
#|         y = R.const([[1, 2], [3]], "int32")
#|                              ^~~
#| what_stands_in_the_place_of_what.py:15:12: error: a call cannot be unpacked; bind it to a variable first [E0307]
#|         y, z = R.add(x, x)
#|                ^~~~~~~~~~~
#| what_stands_in_the_place_of_what.py:22:22: error: 3 kinds for 2 loop variables [E0303]
#|                 vi, vj = T.axis.remap("SSS", [i, j])
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stands_in_the_place_of_what.py:27:26: error: a vector cannot be broadcast [E0315]
#|         A[0:4] = T.Broadcast(T.Broadcast(T.float32(0), 2), 2)
#|                              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stands_in_the_place_of_what.py:31:12: error: T.Shuffle of nothing [E0303]
#|         A[0] = T.Shuffle([], [])
#|                ^~~~~~~~~~~~~~~~~
#| what_stands_in_the_place_of_what.py:35:59: error: axis_separators are increasing places between the dims [E0314]
#|         B = T.alloc_buffer((4, 4), "float32", axis_separators=[3])
#|                                                               ^~~
#| what_stands_in_the_place_of_what.py:39:20: error: the annotation of a parameter is no type: the integer 3 [E0401]
#|     def annotations(A: 3):
#|                        ^
