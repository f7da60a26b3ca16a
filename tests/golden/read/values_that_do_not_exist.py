# test: fails check
# Neither have all dtypes an infinity, nor values all widths.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    m = T.int64()
    a = R.prim_value(T.infinity("int32"))
    b = R.prim_value(T.max_value("uint64"))
    c = R.prim_value(T.max_value("handle"))
    d = R.prim_value(T.reinterpret("float32", m))
    e = R.prim_value(T.call_pure_extern("float32", m))
    f = R.prim_value(T.max_value())
    return x

#| values_that_do_not_exist.py:6:22: error: int32 has no infinity [E0315]
#|         a = R.prim_value(T.infinity("int32"))
#|                          ^~~~~~~~~~~~~~~~~~~
#| values_that_do_not_exist.py:7:22: error: the integer does not fit into 64 bits with a sign [E0902]
#|         b = R.prim_value(T.max_value("uint64"))
#|                          ^~~~~~~~~~~~~~~~~~~~~
#| values_that_do_not_exist.py:8:22: error: handle has no greatest value [E0315]
#|         c = R.prim_value(T.max_value("handle"))
#|                          ^~~~~~~~~~~~~~~~~~~~~
#| values_that_do_not_exist.py:9:22: error: T.reinterpret of a value of int64 as float32, which has another width [E0404]
#|         d = R.prim_value(T.reinterpret("float32", m))
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| values_that_do_not_exist.py:10:52: error: the name of an external function is a string [E0312]
#|         e = R.prim_value(T.call_pure_extern("float32", m))
#|                                                        ^
#| values_that_do_not_exist.py:11:22: error: T.max_value takes 1 arguments [E0303]
#|         f = R.prim_value(T.max_value())
#|                          ^~~~~~~~~~~~~
