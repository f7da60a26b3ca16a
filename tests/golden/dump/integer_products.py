# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((3, 8), "int8"), w: R.Tensor((8, 4), "int8")):
    with R.dataflow():
        y = R.matmul(x, w, out_dtype="int32")
        z = R.astype(y, "float32")
        out = R.multiply(z, R.const(0.125, "float32"))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def matmul_astype_multiply(x: T.Buffer((T.int64(3), T.int64(8)), "int8"), w: T.Buffer((T.int64(8), T.int64(4)), "int8"), out: T.Buffer((T.int64(3), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         matmul = T.alloc_buffer((T.int64(3), T.int64(4)), "int32")
#|         for i, j, k in T.grid(T.int64(3), T.int64(4), T.int64(8)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(x[v_i, v_k], w[v_k, v_j])
#|                 T.writes(matmul[v_i, v_j])
#|                 with T.init():
#|                     matmul[v_i, v_j] = 0
#|                 matmul[v_i, v_j] = matmul[v_i, v_j] + T.Cast("int32", x[v_i, v_k]) * T.Cast("int32", w[v_k, v_j])
#|         for i, j in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("multiply"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads(matmul[v_i, v_j])
#|                 T.writes(out[v_i, v_j])
#|                 out[v_i, v_j] = T.Cast("float32", matmul[v_i, v_j]) * T.float32(0.125)
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 8), dtype="int8"), w: R.Tensor((8, 4), dtype="int8")) -> R.Tensor((3, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.matmul_astype_multiply, (x, w), out_sinfo=R.Tensor((3, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
