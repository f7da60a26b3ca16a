# test: fails check
# A view is of another dtype, not of the dtype of another tensor.
@R.function
def main(x: R.Tensor((4,), "float32")):
    y = R.memory.view(x, R.shape([4]), x)
    return y

#| the_dtype_of_a_view.py:5:9: error: R.memory.view: dtype must be a dtype, found R.Tensor((4,), "float32") [E0328]
#|         y = R.memory.view(x, R.shape([4]), x)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
