# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3, 8), "float32"), w: R.Tensor((8, 16), "float32"), b: R.Tensor((16,), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.add(y, b)
        out = R.nn.gelu(z)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def matmul_add_gelu(x: T.Buffer((T.int64(2), T.int64(3), T.int64(8)), "float32"), w: T.Buffer((T.int64(8), T.int64(16)), "float32"), b: T.Buffer((T.int64(16),), "float32"), out: T.Buffer((T.int64(2), T.int64(3), T.int64(16)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         matmul = T.alloc_buffer((T.int64(6), T.int64(16)))
#|         out_view = T.decl_buffer((T.int64(6), T.int64(16)), data=out.data)
#|         x_view = T.decl_buffer((T.int64(6), T.int64(8)), data=x.data)
#|         for i, j, k in T.grid(T.int64(6), T.int64(16), T.int64(8)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(x_view[v_i, v_k], w[v_k, v_j])
#|                 T.writes(matmul[v_i, v_j])
#|                 with T.init():
#|                     matmul[v_i, v_j] = T.float32(0.0)
#|                 matmul[v_i, v_j] = matmul[v_i, v_j] + x_view[v_i, v_k] * w[v_k, v_j]
#|         for i, j in T.grid(T.int64(6), T.int64(16)):
#|             with T.block("gelu"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads(matmul[v_i, v_j], b[v_j])
#|                 T.writes(out_view[v_i, v_j])
#|                 out_view[v_i, v_j] = (matmul[v_i, v_j] + b[v_j]) * (T.float32(0.5) + T.float32(0.5) * T.erf((matmul[v_i, v_j] + b[v_j]) * T.float32(0.70710678118654757)))
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3, 8), dtype="float32"), w: R.Tensor((8, 16), dtype="float32"), b: R.Tensor((16,), dtype="float32")) -> R.Tensor((2, 3, 16), dtype="float32"):
#|         R.func_attr({"num_input": 1})
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.matmul_add_gelu, (x, w, b), out_sinfo=R.Tensor((2, 3, 16), dtype="float32"))
#|             R.output(gv)
#|         return gv
