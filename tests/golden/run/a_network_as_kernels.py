# test: run --fill=rand(uniform,seed=1,low=0.2,high=0.9) --compare=eval --max-elements=6
# What LegalizeOps prints of a softmax and a mean, in both executors.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def matmul(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(4)), "float32"), matmul: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        for i0, i1, k in T.grid(T.int64(2), T.int64(4), T.int64(3)):
            with T.block("matmul"):
                v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
                T.reads(x[v_i0, v_k], w[v_k, v_i1])
                T.writes(matmul[v_i0, v_i1])
                with T.init():
                    matmul[v_i0, v_i1] = T.float32(0.0)
                matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]

    @T.prim_func(private=True)
    def mean(z: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_divide: T.Buffer((T.int64(4),), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        z_red = T.alloc_buffer((T.int64(4),))
        for ax0, k0 in T.grid(T.int64(4), T.int64(2)):
            with T.block("z_red"):
                v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
                T.reads(z[v_k0, v_ax0])
                T.writes(z_red[v_ax0])
                with T.init():
                    z_red[v_ax0] = T.float32(0.0)
                z_red[v_ax0] = z_red[v_ax0] + z[v_k0, v_ax0]
        for ax0 in range(T.int64(4)):
            with T.block("T_divide"):
                v_ax0 = T.axis.spatial(T.int64(4), ax0)
                T.reads(z_red[v_ax0])
                T.writes(T_divide[v_ax0])
                T_divide[v_ax0] = z_red[v_ax0] * T.float32(0.5)

    @T.prim_func(private=True)
    def softmax(y: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_softmax_norm: T.Buffer((T.int64(2), T.int64(4)), "float32")):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        T_softmax_maxelem = T.alloc_buffer((T.int64(2),))
        T_softmax_exp = T.alloc_buffer((T.int64(2), T.int64(4)))
        T_softmax_expsum = T.alloc_buffer((T.int64(2),))
        for i0, k in T.grid(T.int64(2), T.int64(4)):
            with T.block("T_softmax_maxelem"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(y[v_i0, v_k])
                T.writes(T_softmax_maxelem[v_i0])
                with T.init():
                    T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
                T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], y[v_i0, v_k])
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.block("T_softmax_exp"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(y[v_i0, v_i1], T_softmax_maxelem[v_i0])
                T.writes(T_softmax_exp[v_i0, v_i1])
                T_softmax_exp[v_i0, v_i1] = T.exp(y[v_i0, v_i1] - T_softmax_maxelem[v_i0])
        for i0, k in T.grid(T.int64(2), T.int64(4)):
            with T.block("T_softmax_expsum"):
                v_i0, v_k = T.axis.remap("SR", [i0, k])
                T.reads(T_softmax_exp[v_i0, v_k])
                T.writes(T_softmax_expsum[v_i0])
                with T.init():
                    T_softmax_expsum[v_i0] = T.float32(0.0)
                T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_i0, v_k]
        for i0, i1 in T.grid(T.int64(2), T.int64(4)):
            with T.block("T_softmax_norm"):
                v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
                T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i0])
                T.writes(T_softmax_norm[v_i0, v_i1])
                T.block_attr({"axis": 1})
                T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i0]

    @R.function
    def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((4,), dtype="float32")):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((2, 4), dtype="float32"))
            z = R.call_tir(cls.softmax, (y,), out_sinfo=R.Tensor((2, 4), dtype="float32"))
            m = R.call_tir(cls.mean, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
            R.output(z, m)
        return (z, m)

#| ([[0.23428936 0.24137549 0.29976174 0.22457346]
#|   [0.23212901 0.26761615 0.31191286 0.18834202]],
#|  [0.2332092  0.25449583 0.3058373  0.20645773])
