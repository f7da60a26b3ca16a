# test: fmt
# The axis of the result that continues a split axis of an operand is split; what is summed over or stretched is not.
@I.ir_module
class Module:
    I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})

    @R.function
    def main(x: R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[1]"), w: R.DTensor((8, 16), "float32", "mesh[0]", "S[1]"), v: R.DTensor((8,), "float32", "mesh[0]", "S[0]"), q: R.DTensor((4, 6, 8), "float32", "mesh[0]", "R")):
        gelu = R.nn.gelu(x)
        rows = R.matmul(x, w)
        columns = R.matmul(q, w)
        inner = R.matmul(q, v)
        bias = R.add(q, v)
        swapped = R.permute_dims(x, [1, 2, 0])
        split = R.reshape(x, (4, 3, 2, 8))
        joined = R.reshape(x, (24, 8))
        kept = R.sum(x, axis=[0])
        gone = R.sum(x, axis=[1], keepdims=True)
        soft = R.nn.softmax(x, axis=1)
        shard = R.dist.redistribute_replica_to_shard(q, num_workers=2, axis=2)
        return gelu

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"mesh": [R.device_mesh((2,), I.Range(0, 2))]})
#|     @R.function
#|     def main(x: R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[1]"), w: R.DTensor((8, 16), "float32", "mesh[0]", "S[1]"), v: R.DTensor((8,), "float32", "mesh[0]", "S[0]"), q: R.DTensor((4, 6, 8), "float32", "mesh[0]", "R")) -> R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[1]"):
#|         gelu: R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[1]") = R.nn.gelu(x)
#|         rows: R.DTensor((4, 6, 16), "float32", "mesh[0]", "S[1]") = R.matmul(x, w, out_dtype="void")
#|         columns: R.DTensor((4, 6, 16), "float32", "mesh[0]", "S[2]") = R.matmul(q, w, out_dtype="void")
#|         inner: R.DTensor((4, 6), "float32", "mesh[0]", "R") = R.matmul(q, v, out_dtype="void")
#|         bias: R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[2]") = R.add(q, v)
#|         swapped: R.DTensor((6, 8, 4), "float32", "mesh[0]", "S[0]") = R.permute_dims(x, axes=[1, 2, 0])
#|         split: R.DTensor((4, 3, 2, 8), "float32", "mesh[0]", "S[1]") = R.reshape(x, R.shape([4, 3, 2, 8]))
#|         joined: R.DTensor((24, 8), "float32", "mesh[0]", "R") = R.reshape(x, R.shape([24, 8]))
#|         kept: R.DTensor((6, 8), "float32", "mesh[0]", "S[0]") = R.sum(x, axis=[0], keepdims=False)
#|         gone: R.DTensor((4, 1, 8), "float32", "mesh[0]", "R") = R.sum(x, axis=[1], keepdims=True)
#|         soft: R.DTensor((4, 6, 8), "float32", "mesh[0]", "R") = R.nn.softmax(x, axis=1)
#|         shard: R.DTensor((4, 6, 8), "float32", "mesh[0]", "S[2]") = R.dist.redistribute_replica_to_shard(q, num_workers=2, axis=2)
#|         return gelu
