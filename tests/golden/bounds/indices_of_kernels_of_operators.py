# test: fails run scattered(x=iota(2, 3), i=1x2xi64=[[0 3]])
# test: fails run chosen(x=iota(2, 3), i=2x2xi64=[[0 2][2 0]])
# test: fails run put(x=iota(2, 3), i=2xi64=[-2 -3])
# test: fails run lost(x=iota(2, 3), i=2xi64=[-100 3])
@R.function
def scattered(x: R.Tensor((2, 3), "float32"), i: R.Tensor((1, 2), "int64")):
    a = R.scatter_elements(x, i, R.zeros((1, 2), "float32"), axis=1)
    return a

@R.function
def chosen(x: R.Tensor((2, 3), "float32"), i: R.Tensor((2, 2), "int64")):
    a = R.gather_nd(x, i)
    return a

@R.function
def put(x: R.Tensor((2, 3), "float32"), i: R.Tensor((2,), "int64")):
    a = R.index_put(x, (i,), R.zeros((3,), "float32"))
    return a

@R.function
def lost(x: R.Tensor((2, 3), "float32"), i: R.Tensor((2,), "int64")):
    a = R.nn.nll_loss(x, i)
    return a

#| $ fails run scattered(x=iota(2, 3), i=1x2xi64=[[0 3]])
#| indices_of_kernels_of_operators.py:7:9: error: R.scatter_elements: index 3 at (0, 1) is outside axis 1 of size 3 [E0701]
#|         a = R.scatter_elements(x, i, R.zeros((1, 2), "float32"), axis=1)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run chosen(x=iota(2, 3), i=2x2xi64=[[0 2][2 0]])
#| indices_of_kernels_of_operators.py:12:9: error: R.gather_nd: index 2 at (1, 0) is outside axis 0 of size 2 [E0701]
#|         a = R.gather_nd(x, i)
#|             ^~~~~~~~~~~~~~~~~
#| $ fails run put(x=iota(2, 3), i=2xi64=[-2 -3])
#| indices_of_kernels_of_operators.py:17:9: error: R.index_put: index -3 at (1,) is outside axis 0 of size 2 [E0701]
#|         a = R.index_put(x, (i,), R.zeros((3,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run lost(x=iota(2, 3), i=2xi64=[-100 3])
#| indices_of_kernels_of_operators.py:22:9: error: R.nn.nll_loss: index 3 at (1,) is outside axis 1 of size 3 [E0701]
#|         a = R.nn.nll_loss(x, i)
#|             ^~~~~~~~~~~~~~~~~~~
