# test: fails check
# A variable has its value from a buffer of a parameter where it is a whole dim, stride or offset; each is told once.
@T.prim_func
def double(a: T.handle, b: T.handle, c: T.handle):
    n, m, s, k = T.int32(), T.int32(), T.int32(), T.int32()
    A = T.match_buffer(a, (n * 2,))
    B = T.match_buffer(b, (m, 4), strides=[s, 1])
    C = T.match_buffer(c, (m * s,))
    for i in range(n * 2):
        A[i] = A[i] + B[i % m, 0] + C[i * s] * T.Cast("float32", k)

#| a_shape_that_gives_a_variable_no_value.py:6:5: error: 'n' is used, but nothing gives it a value [E0505]
#|         A = T.match_buffer(a, (n * 2,))
#|         ^
#| a_shape_that_gives_a_variable_no_value.py:5:5: note: it is declared here; a parameter's buffer gives it one where it is a whole dim, stride or offset
#|         n, m, s, k = T.int32(), T.int32(), T.int32(), T.int32()
#|         ^
#| a_shape_that_gives_a_variable_no_value.py:10:9: error: 'k' is used, but nothing gives it a value [E0505]
#|             A[i] = A[i] + B[i % m, 0] + C[i * s] * T.Cast("float32", k)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_shape_that_gives_a_variable_no_value.py:5:14: note: it is declared here; a parameter's buffer gives it one where it is a whole dim, stride or offset
#|         n, m, s, k = T.int32(), T.int32(), T.int32(), T.int32()
#|                  ^
