# test: run main(a=4xbool=0 0 1 1, b=4xbool=0 1 0 1, x=iota(3, 3))
@R.function
def main(a: R.Tensor((4,), "bool"), b: R.Tensor((4,), "bool"), x: R.Tensor((3, 3), "float32")):
    both = (R.logical_and(a, b), R.logical_or(a, b), R.logical_xor(a, b))
    likes = (R.zeros_like(x), R.ones_like(x), R.full_like(x, R.const(2.5, "float32")))
    upper = (R.triu(x), R.triu(x, 1))
    same = (R.wrap_param(x), R.builtin.stop_lift_params(x))
    return (both, likes, upper, same)

#| (([False False False  True],
#|   [False  True  True  True],
#|   [False  True  True False]),
#|  ([[0. 0. 0.]
#|    [0. 0. 0.]
#|    [0. 0. 0.]],
#|   [[1. 1. 1.]
#|    [1. 1. 1.]
#|    [1. 1. 1.]],
#|   [[2.5 2.5 2.5]
#|    [2.5 2.5 2.5]
#|    [2.5 2.5 2.5]]),
#|  ([[0. 1. 2.]
#|    [0. 4. 5.]
#|    [0. 0. 8.]],
#|   [[0. 1. 2.]
#|    [0. 0. 5.]
#|    [0. 0. 0.]]),
#|  ([[0. 1. 2.]
#|    [3. 4. 5.]
#|    [6. 7. 8.]],
#|   [[0. 1. 2.]
#|    [3. 4. 5.]
#|    [6. 7. 8.]]))
