# test: fails check
# A buffer that has no name yet is named in messages all the same.
@T.prim_func
def f(n: T.int32, A: -T.Buffer((4,), "float32")):
    B = T.Buffer((4,)) + 1
    T.evaluate(T.Buffer((4, 4))[n])
    for T.Buffer in range(4):
        T.evaluate(n)

#| buffers_without_names.py:4:23: error: a buffer is no expression [E0308]
#|     def f(n: T.int32, A: -T.Buffer((4,), "float32")):
#|                           ^~~~~~~~~~~~~~~~~~~~~~~~~
#| buffers_without_names.py:5:9: error: + of a buffer and the integer 1 [E0315]
#|         B = T.Buffer((4,)) + 1
#|             ^~~~~~~~~~~~~~~~~~
#| buffers_without_names.py:6:16: error: a buffer has 2 dims, and 1 indices [E0316]
#|         T.evaluate(T.Buffer((4, 4))[n])
#|                    ^~~~~~~~~~~~~~~~~~~
#| buffers_without_names.py:7:9: error: a dotted name cannot be assigned to [E0105]
#|         for T.Buffer in range(4):
#|             ^~~~~~~~
