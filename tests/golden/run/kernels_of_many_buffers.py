# test: run main(x0=full(1), x1=full(2), x2=full(3), x3=full(4), x4=full(5), x5=full(6), x6=full(7), x7=full(8), x8=full(9), x9=full(10), x10=full(11))
# A nest of more buffers than fit its function's arguments: it takes them from memory.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def sums(x0: T.Buffer((2, 20), "float32"), x1: T.Buffer((2, 20), "float32"), x2: T.Buffer((2, 20), "float32"), x3: T.Buffer((2, 20), "float32"), x4: T.Buffer((2, 20), "float32"), x5: T.Buffer((2, 20), "float32"), x6: T.Buffer((2, 20), "float32"), x7: T.Buffer((2, 20), "float32"), x8: T.Buffer((2, 20), "float32"), x9: T.Buffer((2, 20), "float32"), x10: T.Buffer((2, 20), "float32"), out: T.Buffer((2, 20), "float32")):
        for i, j in T.grid(2, 20):
            with T.block("sums"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                out[v_i, v_j] = x0[v_i, v_j] + x1[v_i, v_j] + x2[v_i, v_j] + x3[v_i, v_j] + x4[v_i, v_j] + x5[v_i, v_j] + x6[v_i, v_j] + x7[v_i, v_j] + x8[v_i, v_j] + x9[v_i, v_j] + x10[v_i, v_j]

    @R.function
    def main(x0: R.Tensor((2, 20), "float32"), x1: R.Tensor((2, 20), "float32"), x2: R.Tensor((2, 20), "float32"), x3: R.Tensor((2, 20), "float32"), x4: R.Tensor((2, 20), "float32"), x5: R.Tensor((2, 20), "float32"), x6: R.Tensor((2, 20), "float32"), x7: R.Tensor((2, 20), "float32"), x8: R.Tensor((2, 20), "float32"), x9: R.Tensor((2, 20), "float32"), x10: R.Tensor((2, 20), "float32")):
        with R.dataflow():
            s = R.call_tir(Module.sums, (x0, x1, x2, x3, x4, x5, x6, x7, x8, x9, x10), out_sinfo=R.Tensor((2, 20), "float32"))
            R.output(s)
        return s

#| [[66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66.
#|   66. 66.]
#|  [66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66. 66.
#|   66. 66.]]
