# test: fails check
# What has struct info of its own keeps it; an annotation is refused only if it contradicts that.
@R.function
def main(q: R.Tuple(R.Object, R.Tensor), x: R.Tensor((2,), "float32")):
    a: R.Tensor = q[0]
    c: R.Tensor((), "int32") = 1
    d: R.Tensor(dtype="float32") = 1.5
    e: R.Shape = 1
    f: R.Tensor((), "float32") = 1
    g: R.Tuple(R.Tensor) = ((x, x), x)[0]
    return a

#| an_annotation_is_compared_with_what_is_known.py:8:8: error: the annotation R.Shape(ndim=-1) contradicts the value's struct info R.Tensor((), "int32") [E0402]
#|         e: R.Shape = 1
#|            ^~~~~~~
#| an_annotation_is_compared_with_what_is_known.py:9:8: error: the annotation R.Tensor((), "float32") contradicts the value's struct info R.Tensor((), "int32") [E0402]
#|         f: R.Tensor((), "float32") = 1
#|            ^~~~~~~~~~~~~~~~~~~~~~~
#| an_annotation_is_compared_with_what_is_known.py:10:8: error: the annotation R.Tuple(R.Tensor) contradicts the value's struct info R.Tuple(R.Tensor((2,), "float32"), R.Tensor((2,), "float32")) [E0402]
#|         g: R.Tuple(R.Tensor) = ((x, x), x)[0]
#|            ^~~~~~~~~~~~~~~~~
