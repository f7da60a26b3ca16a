# test: fails fmt --show-meta --check
# What the text of TVM changes silently is not written into a file.
@R.function
def main(x: R.Tensor((2,), "float32")):
    R.func_attr({"scale": float("inf")})
    p = R.prim_value(T.int32(3))
    return x

#| hammock: error: values_that_tvm_cannot_say.py: --show-meta would change values in 3 places; nothing is written
