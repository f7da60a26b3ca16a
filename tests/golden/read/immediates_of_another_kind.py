# test: fails check
@R.function
def main():
    a = R.prim_value(T.IntImm("float32", 1))
    b = R.prim_value(T.FloatImm("int64", 0.5))
    c = R.prim_value(T.IntImm("int64", 0.5))
    d = R.prim_value(T.IntImm("uint8", 300))
    return a

#| immediates_of_another_kind.py:4:22: error: T.IntImm takes an integer dtype and an integer [E0404]
#|         a = R.prim_value(T.IntImm("float32", 1))
#|                          ^~~~~~~~~~~~~~~~~~~~~~
#| immediates_of_another_kind.py:5:22: error: T.FloatImm takes a float dtype and a number [E0404]
#|         b = R.prim_value(T.FloatImm("int64", 0.5))
#|                          ^~~~~~~~~~~~~~~~~~~~~~~~
#| immediates_of_another_kind.py:6:22: error: T.IntImm takes an integer dtype and an integer [E0311]
#|         c = R.prim_value(T.IntImm("int64", 0.5))
#|                          ^~~~~~~~~~~~~~~~~~~~~~
#| immediates_of_another_kind.py:7:40: error: the number does not fit into uint8 [E0902]
#|         d = R.prim_value(T.IntImm("uint8", 300))
#|                                            ^~~
