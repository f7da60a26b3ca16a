# test: opt --passes=LegalizeOps --verify-roundtrip
# Loops over products of dims read back as they are printed.
@R.function
def main(x: R.Tensor(("n", 2, 2), "float32"), i: R.Tensor(("n", 2, 2), "int64"), u: R.Tensor(("n", 2, 2), "float32")):
    y = R.scatter_elements(x, i, u, axis=1)
    return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def scatter_elements(var_x: T.handle, var_i: T.handle, var_u: T.handle, var_scatter_elements_generic: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         x = T.match_buffer(var_x, (n, T.int64(2), T.int64(2)), offset_factor=1)
#|         i = T.match_buffer(var_i, (n, T.int64(2), T.int64(2)), "int64", offset_factor=1)
#|         u = T.match_buffer(var_u, (n, T.int64(2), T.int64(2)), offset_factor=1)
#|         out_buf = T.match_buffer(var_scatter_elements_generic, (n, T.int64(2), T.int64(2)))
#|         with T.block("scatter_elements_generic"):
#|             T.reads()
#|             T.writes()
#|             for i_1 in T.parallel(n * T.int64(4)):
#|                 out_buf[i_1 // T.int64(2) // T.int64(2), i_1 // T.int64(2) % T.int64(2), i_1 % T.int64(2)] = x[i_1 // T.int64(2) // T.int64(2), i_1 // T.int64(2) % T.int64(2), i_1 % T.int64(2)]
#|             for fused in T.parallel(n * T.int64(2)):
#|                 for k in range(T.int64(2)):
#|                     out_buf[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + (i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] + T.Cast("int64", i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] < T.int64(0)) * T.int64(2)) * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + (i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] + T.Cast("int64", i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] < T.int64(0)) * T.int64(2)) * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + (i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] + T.Cast("int64", i[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)] < T.int64(0)) * T.int64(2)) * T.int64(2)) % T.int64(2)] = u[(fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) // T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) // T.int64(2) % T.int64(2), (fused // T.int64(2) * T.int64(4) + fused % T.int64(2) + k * T.int64(2)) % T.int64(2)]
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", 2, 2), dtype="float32"), i: R.Tensor(("n", 2, 2), dtype="int64"), u: R.Tensor(("n", 2, 2), dtype="float32")) -> R.Tensor(("n", 2, 2), dtype="float32"):
#|         n = T.int64()
#|         cls = Module
#|         y = R.call_tir(cls.scatter_elements, (x, i, u), out_sinfo=R.Tensor((n, 2, 2), dtype="float32"))
#|         return y
