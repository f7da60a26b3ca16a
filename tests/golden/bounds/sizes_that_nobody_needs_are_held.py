# test: fails run --engine=jit --entry=number --input=x=3xf32=iota
# test: fails run --engine=jit --entry=symbol --input=x=3xf32=iota --input=w=5xf32=ones
# test: run --engine=jit --entry=symbol --input=x=3xf32=iota --input=w=2xf32=ones
# test: fails run --engine=jit --entry=fields --input=x=3xf32=iota --input=w=5xf32=ones
# A result that has a size by its type is held to it, also where nobody needs it.
@R.function
def number(x: R.Tensor((3,), "float32")):
    a: R.Tensor((1, 7), "int64") = R.nonzero(x)
    return x

@R.function
def symbol(x: R.Tensor((3,), "float32"), w: R.Tensor(("n",), "float32")):
    n = T.int64()
    a: R.Tensor((1, n), "int64") = R.nonzero(x)
    return x

@R.function
def fields(x: R.Tensor((3,), "float32"), w: R.Tensor(("n",), "float32")):
    n = T.int64()
    a: R.Tuple(R.Tensor((n,), "float32"), R.Tensor((n,), "int64")) = R.unique(x, return_index=True)
    return x

#| $ fails run --engine=jit --entry=number --input=x=3xf32=iota
#| sizes_that_nobody_needs_are_held.py:8:36: error: R.nonzero: dim 1 is 2, expected 7 [E0701]
#|         a: R.Tensor((1, 7), "int64") = R.nonzero(x)
#|                                        ^~~~~~~~~~~~
#| $ fails run --engine=jit --entry=symbol --input=x=3xf32=iota --input=w=5xf32=ones
#| sizes_that_nobody_needs_are_held.py:14:36: error: R.nonzero: dim 1 is 2, expected n = 5 [E0701]
#|         a: R.Tensor((1, n), "int64") = R.nonzero(x)
#|                                        ^~~~~~~~~~~~
#| $ run --engine=jit --entry=symbol --input=x=3xf32=iota --input=w=2xf32=ones
#| [0. 1. 2.]
#| remark: the JIT does not compile R.nonzero: eval computed it
#| $ fails run --engine=jit --entry=fields --input=x=3xf32=iota --input=w=5xf32=ones
#| sizes_that_nobody_needs_are_held.py:20:70: error: R.unique: field 0: dim 0 is 3, expected n = 5 [E0701]
#|         a: R.Tuple(R.Tensor((n,), "float32"), R.Tensor((n,), "int64")) = R.unique(x, return_index=True)
#|                                                                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
