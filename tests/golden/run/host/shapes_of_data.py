# test: run --input=x=6xf32='[3 1 3 2 1 3]' --compare=eval
# test: run --input=x=2xf32='[1 1]' --compare=eval
# test: fails run --entry=wrong --input=x=6xf32='[3 1 3 2 1 3]'
# test: fails run --entry=wrong --engine=eval --input=x=6xf32='[3 1 3 2 1 3]'
# How many elements there are is known when R.unique has run, by eval; what follows is compiled for that.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        m = T.int64()
        doubled = R.multiply(x, R.const(2.0, "float32"))
        found = R.unique(doubled, R.prim_value(True), R.prim_value(False), R.prim_value(False), R.prim_value(False))
        sized = R.match_cast(found, R.Tensor((m,), "float32"))
        column = R.reshape(sized, R.shape([m, 1]))
        pair = R.concat((column, R.negative(column)), axis=1)
        return (R.add(found, found), pair)

    @R.function
    def wrong(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        found = R.unique(x, R.prim_value(True), R.prim_value(False), R.prim_value(False), R.prim_value(False))
        sized = R.match_cast(found, R.Tensor((n,), "float32"))
        return R.add(sized, x)

#| $ run --input=x=6xf32='[3 1 3 2 1 3]' --compare=eval
#| ([ 4.  8. 12.],
#|  [[ 2. -2.]
#|   [ 4. -4.]
#|   [ 6. -6.]])
#| remark: the JIT does not compile R.unique: eval computed it
#| $ run --input=x=2xf32='[1 1]' --compare=eval
#| ([4.],
#|  [[ 2. -2.]])
#| remark: the JIT does not compile R.unique: eval computed it
#| $ fails run --entry=wrong --input=x=6xf32='[3 1 3 2 1 3]'
#| remark: the JIT does not compile R.unique: eval computed it
#| shapes_of_data.py:23:17: error: match_cast: dim 0 is 3, expected n = 6 [E0701]
#|             sized = R.match_cast(found, R.Tensor((n,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=wrong --engine=eval --input=x=6xf32='[3 1 3 2 1 3]'
#| shapes_of_data.py:23:17: error: match_cast: dim 0 is 3, expected n = 6 [E0701]
#|             sized = R.match_cast(found, R.Tensor((n,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
