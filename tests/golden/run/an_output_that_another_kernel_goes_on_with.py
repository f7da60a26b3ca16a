# test: run --engine=eval --compare=jit --input=x=2x3xi32='[[1 2 3][4 5 6]]'
# An output in place beside a fresh one, operands that are views, and a result that is used twice.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def prefix(a: T.handle, t: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m), "int32")
        total = T.match_buffer(t, (n,), "int32")
        for i in range(n):
            total[i] = 0
            for j in range(m):
                total[i] = total[i] + A[i, j]
                A[i, j] = total[i]

    @R.function
    def main(x: R.Tensor((2, 3), "int32")):
        cls = Module
        turned = R.permute_dims(x, axes=[1, 0])
        first = R.call_tir_inplace(cls.prefix, (turned,), inplace_indices=[0, -1], out_sinfo=[R.Tensor((3, 2), "int32"), R.Tensor((3,), "int32")])
        sums = first[0]
        both = R.add(sums, turned)
        second = R.call_tir_inplace(cls.prefix, (sums,), inplace_indices=[0, -1], out_sinfo=[R.Tensor((3, 2), "int32"), R.Tensor((3,), "int32")])
        return (both, first[1], second)

#| ([[ 2  9]
#|   [ 4 12]
#|   [ 6 15]],
#|  [5 7 9],
#|  ([[ 1  6]
#|    [ 2  9]
#|    [ 3 12]],
#|   [ 6  9 12]))
