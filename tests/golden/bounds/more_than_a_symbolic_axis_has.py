# test: fails run --engine=jit --input=x=2x3xf32=iota
# test: fails run --engine=eval --input=x=2x3xf32=iota
# test: fails run --engine=jit --entry=later --input=x=2x3xf32=iota
# test: fails run --engine=eval --entry=later --input=x=2x3xf32=iota
# test: run main(x=iota(2, 5))
# test: run fixed(x=iota(2, 3))
# A dim that is a symbol is said to become k, so that it must have as many; of one that is a number, all are taken.
@R.function
def main(x: R.Tensor((2, "n"), "float32")):
    a = R.topk(x, k=5, axis=1, ret_type="values")
    return a

@R.function
def later(x: R.Tensor((2, "n"), "float32")):
    h = R.unique(x)
    y = R.add(x, x)
    a = R.topk(y, k=4, ret_type="values")
    return (a, h)

@R.function
def fixed(x: R.Tensor((2, 3), "float32")):
    a = R.topk(x, k=5, axis=1, ret_type="values")
    return a

#| $ fails run --engine=jit --input=x=2x3xf32=iota
#| more_than_a_symbolic_axis_has.py:10:9: error: R.topk: k=5 is more than axis 1 has, which is 3 long [E0701]
#|         a = R.topk(x, k=5, axis=1, ret_type="values")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --input=x=2x3xf32=iota
#| more_than_a_symbolic_axis_has.py:10:9: error: R.topk: k=5 is more than axis 1 has, which is 3 long [E0701]
#|         a = R.topk(x, k=5, axis=1, ret_type="values")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=jit --entry=later --input=x=2x3xf32=iota
#| remark: the JIT does not compile R.unique: eval computed it
#| more_than_a_symbolic_axis_has.py:17:9: error: R.topk: k=4 is more than axis 1 has, which is 3 long [E0701]
#|         a = R.topk(y, k=4, ret_type="values")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --entry=later --input=x=2x3xf32=iota
#| more_than_a_symbolic_axis_has.py:17:9: error: R.topk: k=4 is more than axis 1 has, which is 3 long [E0701]
#|         a = R.topk(y, k=4, ret_type="values")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ run main(x=iota(2, 5))
#| [[4. 3. 2. 1. 0.]
#|  [9. 8. 7. 6. 5.]]
#| $ run fixed(x=iota(2, 3))
#| [[2. 1. 0.]
#|  [5. 4. 3.]]
