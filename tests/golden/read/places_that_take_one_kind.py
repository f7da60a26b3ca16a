# test: fails check
@R.function
def in_place(x: R.Tensor((2,), "float32"), n: R.Prim("int64")):
    y = R.arange(0, x, 1, "int64")
    return y


@R.function
def an_integer(x: R.Tensor(ndim="2", dtype="float32")):
    return x


@R.function
def a_new_shape(x: R.Tensor(ndim=2, dtype="float32"), y: R.Tensor((2,), "float32")):
    a = R.reshape(x, (0, 4))
    b = R.reshape(y, (2, 0))
    return (a, b)


@R.function
def a_device(x: R.Tensor((2,), "float32")):
    y = R.to_vdevice(x, 1)
    return y

#| places_that_take_one_kind.py:4:9: error: R.arange: end must be a primitive value written in place, found R.Tensor((2,), "float32") [E0309]
#|         y = R.arange(0, x, 1, "int64")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| places_that_take_one_kind.py:9:33: error: ndim must be an integer, not a string [E0311]
#|     def an_integer(x: R.Tensor(ndim="2", dtype="float32")):
#|                                     ^~~
#| places_that_take_one_kind.py:15:22: error: 0 and -1 in a new shape need a tensor whose dims are known [E0317]
#|         a = R.reshape(x, (0, 4))
#|                          ^~~~~~
#| places_that_take_one_kind.py:16:22: error: a 0 in the new shape copies a dim that the tensor does not have [E0317]
#|         b = R.reshape(y, (2, 0))
#|                          ^~~~~~
#| places_that_take_one_kind.py:22:25: error: a vdevice is written "kind:number" or I.vdevice(...) [E0318]
#|         y = R.to_vdevice(x, 1)
#|                             ^
