# test: fails check
# The text writes a shared value once for each use: as often as there are paths to it. A variable names it once.
@T.prim_func
def named(A: T.Buffer((8,), "int32")):
    x0: T.int32 = A[0]
    x1: T.int32 = x0 + x0
    x2: T.int32 = x1 + x1
    x3: T.int32 = x2 + x2
    x4: T.int32 = x3 + x3
    x5: T.int32 = x4 + x4
    x6: T.int32 = x5 + x5
    x7: T.int32 = x6 + x6
    x8: T.int32 = x7 + x7
    x9: T.int32 = x8 + x8
    x10: T.int32 = x9 + x9
    x11: T.int32 = x10 + x10
    x12: T.int32 = x11 + x11
    x13: T.int32 = x12 + x12
    x14: T.int32 = x13 + x13
    x15: T.int32 = x14 + x14
    x16: T.int32 = x15 + x15
    x17: T.int32 = x16 + x16
    x18: T.int32 = x17 + x17
    x19: T.int32 = x18 + x18
    x20: T.int32 = x19 + x19
    x21: T.int32 = x20 + x20
    x22: T.int32 = x21 + x21
    x23: T.int32 = x22 + x22
    x24: T.int32 = x23 + x23
    x25: T.int32 = x24 + x24
    x26: T.int32 = x25 + x25
    x27: T.int32 = x26 + x26
    x28: T.int32 = x27 + x27
    x29: T.int32 = x28 + x28
    x30: T.int32 = x29 + x29
    A[0] = x30

@T.prim_func
def written_out(A: T.Buffer((8,), "int32")):
    x0 = T.meta_var(A[0])
    x1 = T.meta_var(x0 + x0)
    x2 = T.meta_var(x1 + x1)
    x3 = T.meta_var(x2 + x2)
    x4 = T.meta_var(x3 + x3)
    x5 = T.meta_var(x4 + x4)
    x6 = T.meta_var(x5 + x5)
    x7 = T.meta_var(x6 + x6)
    x8 = T.meta_var(x7 + x7)
    x9 = T.meta_var(x8 + x8)
    x10 = T.meta_var(x9 + x9)
    x11 = T.meta_var(x10 + x10)
    x12 = T.meta_var(x11 + x11)
    x13 = T.meta_var(x12 + x12)
    x14 = T.meta_var(x13 + x13)
    x15 = T.meta_var(x14 + x14)
    x16 = T.meta_var(x15 + x15)
    x17 = T.meta_var(x16 + x16)
    x18 = T.meta_var(x17 + x17)
    x19 = T.meta_var(x18 + x18)
    x20 = T.meta_var(x19 + x19)
    x21 = T.meta_var(x20 + x20)
    x22 = T.meta_var(x21 + x21)
    x23 = T.meta_var(x22 + x22)
    x24 = T.meta_var(x23 + x23)
    x25 = T.meta_var(x24 + x24)
    x26 = T.meta_var(x25 + x25)
    x27 = T.meta_var(x26 + x26)
    x28 = T.meta_var(x27 + x27)
    x29 = T.meta_var(x28 + x28)
    x30 = T.meta_var(x29 + x29)
    A[0] = x30

#| kernels_written_out.py:39:5: error: the expressions of the kernel have more than 4194304 parts when they are written out; a variable names what they share [E0902]
#|     def written_out(A: T.Buffer((8,), "int32")):
#|         ^~~~~~~~~~~
