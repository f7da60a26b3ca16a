# test: fails check
# A condition is a scalar bool (an integer is taken as one); what is returned is as declared, and not out of a parallel
# loop.
@T.prim_func
def sign(n: T.int32, x: T.float32) -> T.int32:
    if n:
        return 1
    if x:
        return T.float32(1)
    for i in T.parallel(4):
        return i
    return 0
