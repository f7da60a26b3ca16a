# test: fails diff
@R.function
def main(x: R.Tensor(("n", 8), "float32"), scale: R.Tensor((8,), "float32")):
    n = T.int64()
    with R.dataflow():
        a = R.exp(x)
        b = R.sum(a, axis=[1])
        lv = R.multiply(x, scale)
        c = R.nn.softmax(lv, axis=0)
        d = R.reshape(c, R.shape([8, n]))
        gv = (b, d)
        R.output(gv)
    return gv

@R.function
def main(x: R.Tensor(("m", 8), "float32"), factor: R.Tensor((8,), "float32"), unused: R.Tensor((1,), "int64")):
    m = T.int64()
    with R.dataflow():
        lv1 = R.multiply(x, factor)
        c = R.nn.softmax(lv1, axis=1)
        power = R.exp(x)
        b = R.sum(power, axis=[1])
        d = R.reshape(c, R.shape([4, m * 2]))
        gv = (b, d)
        R.output(gv)
    return gv

#| main, renamed_moved_and_changed_attributes.py:3 and renamed_moved_and_changed_attributes.py:16: 1 added, 3 changed, 2 renamed, struct info of 1 more follows, 1 renumbered
#|   renamed_moved_and_changed_attributes.py:3 and renamed_moved_and_changed_attributes.py:16: renamed 'scale' to 'factor'
#|   renamed_moved_and_changed_attributes.py:16: parameter added
#|   +   16  unused: R.Tensor((1,), dtype="int64")
#|   renamed_moved_and_changed_attributes.py:3 and renamed_moved_and_changed_attributes.py:16: changed: struct info of the result
#|   -    3  R.Tuple(R.Tensor((n,), dtype="float32"), R.Tensor((8, n), dtype="float32"))
#|   +   16  R.Tuple(R.Tensor((m,), dtype="float32"), R.Tensor((4, m * 2), dtype="float32"))
#|   renamed_moved_and_changed_attributes.py:6 and renamed_moved_and_changed_attributes.py:21: renamed 'a' to 'power'
#|   renamed_moved_and_changed_attributes.py:9 and renamed_moved_and_changed_attributes.py:20: changed: axis
#|   -    9  c: R.Tensor((n, 8), dtype="float32") = R.nn.softmax(lv, axis=0)
#|   +   20  c: R.Tensor((m, 8), dtype="float32") = R.nn.softmax(lv1, axis=1)
#|   renamed_moved_and_changed_attributes.py:10 and renamed_moved_and_changed_attributes.py:23: changed: shape, struct info
#|   -   10  d: R.Tensor((8, n), dtype="float32") = R.reshape(c, R.shape([8, n]))
#|   +   23  d: R.Tensor((4, m * 2), dtype="float32") = R.reshape(c, R.shape([4, m * 2]))
