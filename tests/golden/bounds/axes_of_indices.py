# test: fails run --engine=jit --entry=batched --input=x=iota '--input=i=2x2xi64=[[1 2][0 7]]'
# test: fails run --engine=eval --entry=batched --input=x=iota '--input=i=2x2xi64=[[1 2][0 7]]'
# test: fails run --engine=jit --entry=updated --input=x=iota '--input=i=1x2xi64=[[1 3]]'
# test: fails run --engine=eval --entry=updated --input=x=iota '--input=i=1x2xi64=[[1 3]]'
# test: fails run --engine=jit --entry=second --input=x=iota '--input=i=1xi64=[1]' '--input=j=1xi64=[-4]'
# test: fails run --engine=eval --entry=second --input=x=iota '--input=i=1xi64=[1]' '--input=j=1xi64=[-4]'
# The axis is that of the tensor, behind its batches and by the index's place in its row.
@R.function
def batched(x: R.Tensor((2, 3, 4), "float32"), i: R.Tensor((2, 2), "int64")):
    a = R.gather_nd(x, i, batch_dims=1)
    return a

@R.function
def updated(x: R.Tensor((2, 3), "float32"), i: R.Tensor((1, 2), "int64")):
    a = R.scatter_nd(x, i, R.zeros((1,), "float32"))
    return a

@R.function
def second(x: R.Tensor((2, 3), "float32"), i: R.Tensor((1,), "int64"), j: R.Tensor((1,), "int64")):
    a = R.index_tensor(x, (i, j))
    return a

#| $ fails run --engine=jit --entry=batched --input=x=iota '--input=i=2x2xi64=[[1 2][0 7]]'
#| axes_of_indices.py:10:9: error: R.gather_nd: index 7 at (1, 1) is outside axis 2 of size 4 [E0701]
#|         a = R.gather_nd(x, i, batch_dims=1)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=batched --input=x=iota '--input=i=2x2xi64=[[1 2][0 7]]'
#| axes_of_indices.py:10:9: error: R.gather_nd: index 7 at (1, 1) is outside axis 2 of size 4 [E0701]
#|         a = R.gather_nd(x, i, batch_dims=1)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=jit --entry=updated --input=x=iota '--input=i=1x2xi64=[[1 3]]'
#| axes_of_indices.py:15:9: error: R.scatter_nd: index 3 at (0, 1) is outside axis 1 of size 3 [E0701]
#|         a = R.scatter_nd(x, i, R.zeros((1,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=updated --input=x=iota '--input=i=1x2xi64=[[1 3]]'
#| axes_of_indices.py:15:9: error: R.scatter_nd: index 3 at (0, 1) is outside axis 1 of size 3 [E0701]
#|         a = R.scatter_nd(x, i, R.zeros((1,), "float32"))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=jit --entry=second --input=x=iota '--input=i=1xi64=[1]' '--input=j=1xi64=[-4]'
#| axes_of_indices.py:20:9: error: R.index_tensor: index -4 at (0,) is outside axis 1 of size 3 [E0701]
#|         a = R.index_tensor(x, (i, j))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=second --input=x=iota '--input=i=1xi64=[1]' '--input=j=1xi64=[-4]'
#| axes_of_indices.py:20:9: error: R.index_tensor: index -4 at (0,) is outside axis 1 of size 3 [E0701]
#|         a = R.index_tensor(x, (i, j))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~
