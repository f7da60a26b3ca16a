# test: fails check
@R.function
def main(A: R.Tensor((4096,), "float32")):
    view = R.ExternFunc("view", R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True))
    B = view(A, R.shape([64, 65]), R.dtype("float32"), R.prim_value(0))
    C = view(A, R.shape([64, 64]))
    return B

#| a_view_that_is_too_large.py:5:9: error: R.memory.view: the view needs 16640 bytes, data has 16384 [E0403]
#|         B = view(A, R.shape([64, 65]), R.dtype("float32"), R.prim_value(0))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_view_that_is_too_large.py:4:5: note: 'view' is bound here
#|         view = R.ExternFunc("view", R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True))
#|         ^~~~
#| a_view_that_is_too_large.py:6:9: error: R.memory.view takes 4 operands, found 2 [E0303]
#|         C = view(A, R.shape([64, 64]))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_view_that_is_too_large.py:4:5: note: 'view' is bound here
#|         view = R.ExternFunc("view", R.Callable(derive_func="tvm.relax.struct_info.infer_view_sinfo", purity=True))
#|         ^~~~
