# Some vectors and a matrix of 11008 x 4096 weights: floats, and what they may be dequantised from.
from tvm.script import ir as I
from tvm.script import relax as R
from tvm.script import tir as T

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def decode_and_multiply(w: T.Buffer((T.int64(11008), T.int64(512)), "uint32"), s: T.Buffer((T.int64(11008), T.int64(128)), "float32"), var_x: T.handle, var_out: T.handle):
        T.func_attr({"tir.noalias": T.bool(True)})
        m = T.int64()
        x = T.match_buffer(var_x, (m, T.int64(4096)))
        out = T.match_buffer(var_out, (m, T.int64(11008)))
        wf = T.alloc_buffer((T.int64(11008), T.int64(4096)))
        for i, j in T.grid(T.int64(11008), T.int64(4096)):
            with T.block("decode"):
                v_i, v_j = T.axis.remap("SS", [i, j])
                wf[v_i, v_j] = (T.Cast("float32", T.bitwise_and(T.shift_right(w[v_i, v_j // T.int64(8)], T.Cast("uint32", v_j % T.int64(8) * T.int64(4))), T.uint32(15))) - T.float32(7)) * s[v_i, v_j // T.int64(32)]
        for i0, i1, k in T.grid(m, T.int64(11008), T.int64(4096)):
            with T.block("matmul"):
                v_0, v_1, v_k = T.axis.remap("SSR", [i0, i1, k])
                with T.init():
                    out[v_0, v_1] = T.float32(0)
                out[v_0, v_1] = out[v_0, v_1] + x[v_0, v_k] * wf[v_1, v_k]

    @R.function
    def float32(x: R.Tensor(("m", 4096), dtype="float32"), w: R.Tensor((11008, 4096), dtype="float32")) -> R.Tensor(("m", 11008), dtype="float32"):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            wt: R.Tensor((4096, 11008), dtype="float32") = R.permute_dims(w, axes=None)
            y: R.Tensor((m, 11008), dtype="float32") = R.matmul(x, wt, out_dtype="void")
            R.output(y)
        return y

    @R.function
    def int8(x: R.Tensor(("m", 4096), dtype="float32"), w: R.Tensor((11008, 4096), dtype="int8"), s: R.Tensor((11008,), dtype="float32"), z: R.Tensor((11008,), dtype="int8")) -> R.Tensor(("m", 11008), dtype="float32"):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            wf: R.Tensor((11008, 4096), dtype="float32") = R.dequantize(w, s, z, out_dtype="float32", axis=0)
            wt: R.Tensor((4096, 11008), dtype="float32") = R.permute_dims(wf, axes=None)
            y: R.Tensor((m, 11008), dtype="float32") = R.matmul(x, wt, out_dtype="void")
            R.output(y)
        return y

    @R.function
    def int8_columns(x: R.Tensor(("m", 4096), dtype="float32"), w: R.Tensor((4096, 11008), dtype="int8"), s: R.Tensor((11008,), dtype="float32"), z: R.Tensor((11008,), dtype="int8")) -> R.Tensor(("m", 11008), dtype="float32"):
        m = T.int64()
        with R.dataflow():
            wf: R.Tensor((4096, 11008), dtype="float32") = R.dequantize(w, s, z, out_dtype="float32", axis=1)
            y: R.Tensor((m, 11008), dtype="float32") = R.matmul(x, wf, out_dtype="void")
            R.output(y)
        return y

    @R.function
    def int4(x: R.Tensor(("m", 4096), dtype="float32"), w: R.Tensor((11008, 512), dtype="uint32"), s: R.Tensor((11008, 128), dtype="float32"), shifts: R.Tensor((8,), dtype="uint32")) -> R.Tensor(("m", 11008), dtype="float32"):
        m = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.expand_dims(w, axis=[2])
            b = R.right_shift(a, shifts)
            c = R.bitwise_and(b, R.const(15, "uint32"))
            d = R.reshape(c, R.shape([11008, 128, 32]))
            e = R.astype(d, dtype="float32")
            f = R.subtract(e, R.const(7.0, "float32"))
            g = R.multiply(f, R.expand_dims(s, axis=[2]))
            wf: R.Tensor((11008, 4096), dtype="float32") = R.reshape(g, R.shape([11008, 4096]))
            wt: R.Tensor((4096, 11008), dtype="float32") = R.permute_dims(wf, axes=None)
            y: R.Tensor((m, 11008), dtype="float32") = R.matmul(x, wt, out_dtype="void")
            R.output(y)
        return y

    @R.function
    def int4_kernel(x: R.Tensor(("m", 4096), dtype="float32"), w: R.Tensor((11008, 512), dtype="uint32"), s: R.Tensor((11008, 128), dtype="float32")) -> R.Tensor(("m", 11008), dtype="float32"):
        m = T.int64()
        R.func_attr({"num_input": 1})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.decode_and_multiply, (w, s, x), out_sinfo=R.Tensor((m, 11008), dtype="float32"))
            R.output(y)
        return y
