# test: fmt
# Extents of loops are simplified as TVM does it where they are read; those of T.grid are not.
@T.prim_func
def f(a: T.int32, b: T.int32, c: T.int64):
    for i in range(3 + a):
        T.evaluate(i)
    for i in T.serial(b * 3 + a * 6):
        T.evaluate(i)
    for i in range(a * b + a):
        T.evaluate(i)
    for i in range(0 - a - b):
        T.evaluate(i)
    for i in range((8 * a + b) // 8):
        T.evaluate(i)
    for i in range(a // 8 * 8 + a % 8):
        T.evaluate(i)
    for i in range((6 * a + 5) // 6):
        T.evaluate(i)
    for i in range((a + 63) // 64 * 64 - a):
        T.evaluate(i)
    for i in range(a * b // b):
        T.evaluate(i)
    for i in range(T.min(a + 2, a), a + T.max(a, b) + T.min(b, a)):
        T.evaluate(i)
    for i in range(T.Select(a > b, a, b) - b):
        T.evaluate(i)
    for i in range(T.Cast("int64", a + 1) * 2 + c - c):
        T.evaluate(i)
    for i, j in T.grid(1 + a, a // 8 * 8 + a % 8):
        T.evaluate(i + j)

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(a: T.int32, b: T.int32, c: T.int64):
#|     for i in range(a + 3):
#|         T.evaluate(i)
#|     for i in range(a * 6 + b * 3):
#|         T.evaluate(i)
#|     for i in range(a * (b + 1)):
#|         T.evaluate(i)
#|     for i in range(0 - a - b):
#|         T.evaluate(i)
#|     for i in range(b // 8 + a):
#|         T.evaluate(i)
#|     for i in range(a):
#|         T.evaluate(i)
#|     for i in range(a):
#|         T.evaluate(i)
#|     for i in range(63 - (a + 63) % 64):
#|         T.evaluate(i)
#|     for i in range(a):
#|         T.evaluate(i)
#|     for i in range(T.min(a + 2, a), T.min(a + 2, a) + (b + a)):
#|         T.evaluate(i)
#|     for i in range(T.Select(b < a, a - b, 0)):
#|         T.evaluate(i)
#|     for i in range(T.Cast("int64", a) * T.int64(2) + T.int64(2)):
#|         T.evaluate(i)
#|     for i, j in T.grid(1 + a, a // 8 * 8 + a % 8):
#|         T.evaluate(i + j)
