# test: fails check
# What the metadata would have held is not missed again where it is used.
metadata = tvm.ir.load_json("{\"root\": 1,")
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(x, metadata["relax.expr.Constant"][0])
    z = R.add(x, metadata["relax.expr.Constant"][1])
    return y

#| metadata_that_is_unreadable.py:3:29: error: the metadata section cannot be read: it is not JSON [E0104]
#|     metadata = tvm.ir.load_json("{\"root\": 1,")
#|                                 ^~~~~~~~~~~~~~~
