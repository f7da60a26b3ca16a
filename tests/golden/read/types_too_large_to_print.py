# test: fails check
# A few lines can say types that fill a disk when they are printed.
@R.function
def main(x: R.Tensor((2,), "float32")):
    t0 = (x, x)
    t1 = (t0, t0)
    t2 = (t1, t1)
    t3 = (t2, t2)
    t4 = (t3, t3)
    t5 = (t4, t4)
    t6 = (t5, t5)
    t7 = (t6, t6)
    t8 = (t7, t7)
    t9 = (t8, t8)
    t10 = (t9, t9)
    t11 = (t10, t10)
    t12 = (t11, t11)
    t13 = (t12, t12)
    t14 = (t13, t13)
    t15 = (t14, t14)
    t16 = (t15, t15)
    u0 = t16
    u1 = t16
    u2 = t16
    u3 = t16
    u4 = t16
    u5 = t16
    u6 = t16
    u7 = t16
    u8 = t16
    u9 = t16
    u10 = t16
    u11 = t16
    u12 = t16
    u13 = t16
    u14 = t16
    u15 = t16
    u16 = t16
    u17 = t16
    u18 = t16
    u19 = t16
    u20 = t16
    u21 = t16
    u22 = t16
    u23 = t16
    u24 = t16
    u25 = t16
    u26 = t16
    u27 = t16
    u28 = t16
    u29 = t16
    u30 = t16
    u31 = t16
    u32 = t16
    u33 = t16
    u34 = t16
    u35 = t16
    u36 = t16
    u37 = t16
    u38 = t16
    u39 = t16
    u40 = t16
    u41 = t16
    u42 = t16
    u43 = t16
    u44 = t16
    u45 = t16
    u46 = t16
    u47 = t16
    u48 = t16
    u49 = t16
    u50 = t16
    u51 = t16
    u52 = t16
    u53 = t16
    u54 = t16
    u55 = t16
    u56 = t16
    u57 = t16
    u58 = t16
    u59 = t16
    return x

#| types_too_large_to_print.py:35:5: error: the types of the bindings have more than 4000000 parts in all [E0902]
#|         u13 = t16
#|         ^~~
