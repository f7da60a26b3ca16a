# test: fails diff
@R.function
def main(x: R.Tensor((2, 8), "float32"), w0: R.Tensor((8, 3), "float32"), w1: R.Tensor((8, 4), "float32")):
    with R.dataflow():
        n = R.nn.relu(x)
        p = R.matmul(n, w0)
        q = R.matmul(n, w1)
        r = R.nn.softmax(p)
        s = R.sigmoid(q)
        gv = R.concat((r, s), axis=1)
        R.output(gv)
    return gv

@R.function
def main(x: R.Tensor((2, 8), "float32"), w0: R.Tensor((8, 3), "float32"), w1: R.Tensor((8, 4), "float32")):
    with R.dataflow():
        w = R.concat((w0, w1), axis=1)
        n = R.nn.relu(x)
        wide = R.matmul(n, w)
        halves = R.split(wide, [3], axis=1)
        p = halves[0]
        r = R.nn.softmax(p)
        q = halves[1]
        s = R.sigmoid(q)
        gv = R.concat((r, s), axis=1)
        R.output(gv)
    return gv

#| main, what_is_combined_is_one_replaced_group.py:3 and what_is_combined_is_one_replaced_group.py:15: 1 replaced
#|   what_is_combined_is_one_replaced_group.py:6 and what_is_combined_is_one_replaced_group.py:17: 2 bindings replaced by 5
#|   -    6  p: R.Tensor((2, 3), dtype="float32") = R.matmul(n, w0, out_dtype="void")
#|   -    7  q: R.Tensor((2, 4), dtype="float32") = R.matmul(n, w1, out_dtype="void")
#|   +   17  w: R.Tensor((8, 7), dtype="float32") = R.concat((w0, w1), axis=1)
#|   +   19  wide: R.Tensor((2, 7), dtype="float32") = R.matmul(n, w, out_dtype="void")
#|   +   20  halves: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 4), dtype="float32")) = R.split(wide, indices_or_sections=[3], axis=1)
#|   +   21  p: R.Tensor((2, 3), dtype="float32") = halves[0]
#|   +   23  q: R.Tensor((2, 4), dtype="float32") = halves[1]
