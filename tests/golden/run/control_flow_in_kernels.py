# test: run --engine=eval --compare=jit --input=n=27
# While, if, let, assert, parallel and unrolled loops; a return leaves from any depth.
@T.prim_func
def collatz(n: T.int32, steps: T.Buffer((4,), "int32")) -> T.int32:
    x = T.alloc_buffer((1,), "int32")
    x[0] = n
    while x[0] != 1:
        half: T.int32 = x[0] // 2
        if x[0] % 2 == 0:
            x[0] = half
        else:
            x[0] = 3 * x[0] + 1
        steps[0] = steps[0] + 1
    for i in T.parallel(1, 3):
        steps[i] = i * 10
    for i in T.unroll(0, -5):
        steps[3] = 99
    assert steps[0] > 100, "too short"
    for i in range(1000):
        if i * i > n:
            return i
    return -1

#| ([111  10  20   0],
#|  6)
