# test: run main(x=7x4xf32=[5 nan 5 1][1 2 2 nan][nan nan nan nan][-inf -inf -inf -inf][0.0 -0.0 -1 0][inf 3 inf -inf][nan 7 -7 7])
# The place of an extreme, which a loop keeps beside it: the first one after the last NaN, -1 if nothing is better than
# what the loop began with. The JIT finds the extreme and the place one after the other.
@I.ir_module
class Module:
    @T.prim_func
    def kernel(x: T.Buffer((7, 2, 16), "float32"), n: T.Buffer((7, 2, 16), "int32"), most_at: T.Buffer((7,), "int32"),
               most_best: T.Buffer((7,), "float32"), least_at: T.Buffer((7,), "int32"), whole_at: T.Buffer((7,), "int32")):
        least_best = T.alloc_buffer((7,), "float32")
        whole_best = T.alloc_buffer((7,), "int32")
        for i, j, k in T.grid(7, 2, 16):
            with T.block("most"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    most_at[vi] = -1
                    most_best[vi] = T.min_value("float32")
                at_most: T.int32 = T.Select(most_best[vi] > x[vi, vj, vk] or most_best[vi] == x[vi, vj, vk] and most_at[vi] < vj * 16 + vk, most_at[vi], vj * 16 + vk)
                best_most: T.float32 = T.Select(most_best[vi] > x[vi, vj, vk], most_best[vi], x[vi, vj, vk])
                most_at[vi] = at_most
                most_best[vi] = best_most
        for i, j, k in T.grid(7, 2, 16):
            with T.block("least"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    least_at[vi] = -1
                    least_best[vi] = T.max_value("float32")
                at_least: T.int32 = T.Select(least_best[vi] < x[vi, vj, vk] or least_best[vi] == x[vi, vj, vk] and least_at[vi] < vj * 16 + vk, least_at[vi], vj * 16 + vk)
                best_least: T.float32 = T.Select(least_best[vi] < x[vi, vj, vk], least_best[vi], x[vi, vj, vk])
                least_at[vi] = at_least
                least_best[vi] = best_least
        for i, j, k in T.grid(7, 2, 16):
            with T.block("whole"):
                vi, vj, vk = T.axis.remap("SRR", [i, j, k])
                with T.init():
                    whole_at[vi] = -1
                    whole_best[vi] = T.min_value("int32")
                at_whole: T.int32 = T.Select(whole_best[vi] > n[vi, vj, vk] or whole_best[vi] == n[vi, vj, vk] and whole_at[vi] < vj * 16 + vk, whole_at[vi], vj * 16 + vk)
                best_whole: T.int32 = T.Select(whole_best[vi] > n[vi, vj, vk], whole_best[vi], n[vi, vj, vk])
                whole_at[vi] = at_whole
                whole_best[vi] = best_whole

    @R.function
    def main(x: R.Tensor((7, 4), "float32")):
        rows = R.reshape(R.tile(x, (1, 8)), (7, 2, 16))
        whole = R.astype(rows, "int32")
        y = R.call_tir(Module.kernel, (rows, whole), out_sinfo=[R.Tensor((7,), "int32"), R.Tensor((7,), "float32"), R.Tensor((7,), "int32"),
                                                                R.Tensor((7,), "int32")])
        return y

#| ([30 31 31 -1  0  0 29],
#|  [ 5.0000000e+00            nan            nan -3.4028235e+38
#|    0.0000000e+00            inf  7.0000000e+00],
#|  [31 31 31  0  2  3 30],
#|  [ 0  1  0 -1  0  0  1])
