# test: fails check
# Annotations that are no struct info.
@R.function
def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
    a: R.Tensor(("n",), "float32") = R.add(y, y)
    return y

#| bad_annotations.py:4:10: error: the parameter 'x' needs an annotation [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|              ^
#| bad_annotations.py:4:47: error: ndim cannot be given together with a shape [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|                                                   ^
#| bad_annotations.py:4:54: error: an integer is no struct info [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|                                                          ^
#| bad_annotations.py:4:60: error: R.Callable with parameters needs the struct info of its result [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|                                                                ^~~~~~~~~~~~~~~~~~~~~~~
#| bad_annotations.py:4:102: error: ndim must be between -1 and 1000 [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|                                                                                                          ^~
#| bad_annotations.py:4:110: error: R.Prim needs a dtype or a value [E0401]
#|     def main(x, y: R.Tensor((2,), "float32", ndim=1), z: 5, f: R.Callable((R.Object,)), w: R.Tensor(ndim=-2)) -> R.Prim:
#|                                                                                                                  ^~~~~~
#| bad_annotations.py:5:18: error: a dim is a string in signatures only; write n without quotes [E0401]
#|         a: R.Tensor(("n",), "float32") = R.add(y, y)
#|                      ^~~
