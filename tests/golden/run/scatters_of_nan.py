# test: run elements(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
# test: run rows(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
# test: run loops(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
# The least and the greatest as R.minimum and R.maximum have them, in order: a NaN that comes stays until a number comes.
@R.function
def elements(x: R.Tensor((3, 4), "float32"), u: R.Tensor((1, 4), "float32")):
    i = R.const([[1, 1, 1, 1]], "int64")
    a = R.scatter_elements(x, i, u, axis=0, reduction="min")
    b = R.scatter_elements(x, i, u, axis=0, reduction="max")
    return (a, b)

@R.function
def rows(x: R.Tensor((3, 4), "float32"), u: R.Tensor((1, 4), "float32")):
    i = R.const([[1]], "int64")
    a = R.scatter_nd(x, i, u, reduction="min")
    b = R.scatter_nd(x, i, u, reduction="max")
    return (a, b)

@R.function
def loops(x: R.Tensor((3, 4), "float32"), u: R.Tensor((1, 4), "float32")):
    c = R.minimum(x, u)
    d = R.maximum(x, u)
    return (c, d)

#| $ run elements(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
#| ([[ 1. nan  3. nan]
#|   [nan  2.  2. nan]
#|   [ 1. nan  3. nan]],
#|  [[ 1. nan  3. nan]
#|   [nan  2.  3. nan]
#|   [ 1. nan  3. nan]])
#| $ run rows(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
#| ([[ 1. nan  3. nan]
#|   [nan  2.  2. nan]
#|   [ 1. nan  3. nan]],
#|  [[ 1. nan  3. nan]
#|   [nan  2.  3. nan]
#|   [ 1. nan  3. nan]])
#| $ run loops(x=3x4xf32=[[1 nan 3 nan][1 nan 3 nan][1 nan 3 nan]], u=1x4xf32=[[nan 2 2 nan]])
#| ([[nan  2.  2. nan]
#|   [nan  2.  2. nan]
#|   [nan  2.  2. nan]],
#|  [[nan  2.  3. nan]
#|   [nan  2.  3. nan]
#|   [nan  2.  3. nan]])
