# test: cost
# A loop that ends before it begins does nothing. In an extent each variable of a loop around it is its last value: where
# that grows out of bounds, the operations are unknown.
@I.ir_module
class Module:
    @T.prim_func
    def none(A: T.Buffer((4,), "int32")):
        for i in range(4):
            for j in range(i - 9):
                A[i] = A[i] + j

    @T.prim_func
    def squares(a: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n,), "int64")
        for i0 in range(n * n + n):
         for i1 in range(i0 * i0 + i0):
          for i2 in range(i1 * i1 + i1):
           for i3 in range(i2 * i2 + i2):
            for i4 in range(i3 * i3 + i3):
             for i5 in range(i4 * i4 + i4):
              for i6 in range(i5 * i5 + i5):
               for i7 in range(i6 * i6 + i6):
                for i8 in range(i7 * i7 + i7):
                 for i9 in range(i8 * i8 + i8):
                  for i10 in range(i9 * i9 + i9):
                   for i11 in range(i10 * i10 + i10):
                    for i12 in range(i11 * i11 + i11):
                     for i13 in range(i12 * i12 + i12):
                      for i14 in range(i13 * i13 + i13):
                       for i15 in range(i14 * i14 + i14):
                        for i16 in range(i15 * i15 + i15):
                         for i17 in range(i16 * i16 + i16):
                          for i18 in range(i17 * i17 + i17):
                           for i19 in range(i18 * i18 + i18):
                            for i20 in range(i19 * i19 + i19):
                             for i21 in range(i20 * i20 + i20):
                              for i22 in range(i21 * i21 + i21):
                               for i23 in range(i22 * i22 + i22):
                                A[0] = A[0] + i23

#| none, loops_in_loops_are_bounded.py:7
#|   line  binding  operator  operations     read  written  per byte
#|                  sum                0  unknown  unknown
#|   parameters 16 bytes
#|
#| squares, loops_in_loops_are_bounded.py:13
#|   line  binding  operator  operations     read  written  per byte
#|                  sum          unknown  unknown  unknown
#|   parameters n * 8 bytes
#|   the operations of 1 binding are unknown
