# test: opt --passes=DispatchSortScan --check-each=4
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(("n", 4, "m"), "int32")):
    with R.dataflow():
        a = R.cumsum(x, axis=1)
        b = R.cumsum(y, axis=1, dtype="int64", exclusive=True)
        c = R.cumprod(x, axis=0)
        d = R.cumsum(x)
        e = R.cumprod(y, axis=-1, exclusive=True)
        R.output(a, b, c, d, e)
    return (a, b, c, d, e)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def cumprod(var_x: T.handle, out_buf: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(var_x, (T.int64(2), T.int64(3)), offset_factor=1)
#|         with T.block("cumprod_generic"):
#|             T.reads()
#|             T.writes()
#|             for fused in T.parallel(T.int64(3)):
#|                 out_buf[(fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3)) // T.int64(3), (fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3)) % T.int64(3)] = x[(fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3)) // T.int64(3), (fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3)) % T.int64(3)]
#|                 for _k in range(T.int64(1)):
#|                     out_buf[(fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1)) * T.int64(3)) // T.int64(3), (fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1)) * T.int64(3)) % T.int64(3)] = out_buf[(fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1) - T.int64(1)) * T.int64(3)) // T.int64(3), (fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1) - T.int64(1)) * T.int64(3)) % T.int64(3)] * x[(fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1)) * T.int64(3)) // T.int64(3), (fused // T.int64(3) * T.int64(2) * T.int64(3) + fused % T.int64(3) + (_k + T.int64(1)) * T.int64(3)) % T.int64(3)]
#|
#|     @T.prim_func(private=True)
#|     def cumprod1(var_y: T.handle, var_cumprod_generic: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         y = T.match_buffer(var_y, (n, T.int64(4), m), "int32", offset_factor=1)
#|         out_buf = T.match_buffer(var_cumprod_generic, (n, T.int64(4), m), "int32")
#|         with T.block("cumprod_generic"):
#|             T.reads()
#|             T.writes()
#|             for fused in T.parallel(n * T.int64(4)):
#|                 out_buf[fused * m // m // T.int64(4), fused * m // m % T.int64(4), fused * m % m] = 1
#|                 for _k in range(m - T.int64(1)):
#|                     out_buf[(fused * m + (_k + T.int64(1))) // m // T.int64(4), (fused * m + (_k + T.int64(1))) // m % T.int64(4), (fused * m + (_k + T.int64(1))) % m] = out_buf[(fused * m + (_k + T.int64(1) - T.int64(1))) // m // T.int64(4), (fused * m + (_k + T.int64(1) - T.int64(1))) // m % T.int64(4), (fused * m + (_k + T.int64(1) - T.int64(1))) % m] * y[(fused * m + (_k + T.int64(1) - T.int64(1))) // m // T.int64(4), (fused * m + (_k + T.int64(1) - T.int64(1))) // m % T.int64(4), (fused * m + (_k + T.int64(1) - T.int64(1))) % m]
#|
#|     @T.prim_func(private=True)
#|     def cumsum(var_x: T.handle, out_buf: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(var_x, (T.int64(2), T.int64(3)), offset_factor=1)
#|         with T.block("cumsum_generic"):
#|             T.reads()
#|             T.writes()
#|             for fused in T.parallel(T.int64(2)):
#|                 out_buf[fused * T.int64(3) // T.int64(3), fused * T.int64(3) % T.int64(3)] = x[fused * T.int64(3) // T.int64(3), fused * T.int64(3) % T.int64(3)]
#|                 for _k in range(T.int64(2)):
#|                     out_buf[(fused * T.int64(3) + (_k + T.int64(1))) // T.int64(3), (fused * T.int64(3) + (_k + T.int64(1))) % T.int64(3)] = out_buf[(fused * T.int64(3) + (_k + T.int64(1) - T.int64(1))) // T.int64(3), (fused * T.int64(3) + (_k + T.int64(1) - T.int64(1))) % T.int64(3)] + x[(fused * T.int64(3) + (_k + T.int64(1))) // T.int64(3), (fused * T.int64(3) + (_k + T.int64(1))) % T.int64(3)]
#|
#|     @T.prim_func(private=True)
#|     def cumsum1(var_y: T.handle, var_cumsum_generic: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         n, m = T.int64(), T.int64()
#|         y = T.match_buffer(var_y, (n, T.int64(4), m), "int32", offset_factor=1)
#|         out_buf = T.match_buffer(var_cumsum_generic, (n, T.int64(4), m), "int64")
#|         with T.block("cumsum_generic"):
#|             T.reads()
#|             T.writes()
#|             for fused in T.parallel(n * m):
#|                 out_buf[(fused // m * T.int64(4) * m + fused % m) // m // T.int64(4), (fused // m * T.int64(4) * m + fused % m) // m % T.int64(4), (fused // m * T.int64(4) * m + fused % m) % m] = T.int64(0)
#|                 for _k in range(T.int64(3)):
#|                     out_buf[(fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1)) * m) // m // T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1)) * m) // m % T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1)) * m) % m] = out_buf[(fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) // m // T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) // m % T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) % m] + T.Cast("int64", y[(fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) // m // T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) // m % T.int64(4), (fused // m * T.int64(4) * m + fused % m + (_k + T.int64(1) - T.int64(1)) * m) % m])
#|
#|     @T.prim_func(private=True)
#|     def cumsum2(var_x: T.handle, out_buf: T.Buffer((T.int64(6),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(var_x, (T.int64(2), T.int64(3)), offset_factor=1)
#|         with T.block("cumsum_generic"):
#|             T.reads()
#|             T.writes()
#|             for fused in T.parallel(T.int64(1)):
#|                 out_buf[fused * T.int64(6)] = x[fused * T.int64(6) // T.int64(3), fused * T.int64(6) % T.int64(3)]
#|                 for _k in range(T.int64(5)):
#|                     out_buf[fused * T.int64(6) + (_k + T.int64(1))] = out_buf[fused * T.int64(6) + (_k + T.int64(1) - T.int64(1))] + x[(fused * T.int64(6) + (_k + T.int64(1))) // T.int64(3), (fused * T.int64(6) + (_k + T.int64(1))) % T.int64(3)]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor(("n", 4, "m"), dtype="int32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor(("n", 4, "m"), dtype="int64"), R.Tensor((2, 3), dtype="float32"), R.Tensor((6,), dtype="float32"), R.Tensor(("n", 4, "m"), dtype="int32")):
#|         n = T.int64()
#|         m = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.cumsum, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             b = R.call_tir(cls.cumsum1, (y,), out_sinfo=R.Tensor((n, 4, m), dtype="int64"))
#|             c = R.call_tir(cls.cumprod, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             d = R.call_tir(cls.cumsum2, (x,), out_sinfo=R.Tensor((6,), dtype="float32"))
#|             e = R.call_tir(cls.cumprod1, (y,), out_sinfo=R.Tensor((n, 4, m), dtype="int32"))
#|             R.output(a, b, c, d, e)
#|         return (a, b, c, d, e)
#| 1 pass checked by running: 4 runs agree
