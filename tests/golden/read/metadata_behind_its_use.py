# test: fails check
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, metadata["relax.expr.Constant"][0])
    return y

metadata = tvm.ir.load_json("{}")

#| metadata_behind_its_use.py:4:18: error: the metadata section stands behind its use [E0201]
#|         y = R.add(x, metadata["relax.expr.Constant"][0])
#|                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| metadata_behind_its_use.py:7:1: note: move it before the first definition
#|     metadata = tvm.ir.load_json("{}")
#|     ^~~~~~~~
#| metadata_behind_its_use.py:7:29: error: the metadata section cannot be read: it has no root [E0104]
#|     metadata = tvm.ir.load_json("{}")
#|                                 ^~~~
