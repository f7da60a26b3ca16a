# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((2, 3), "float32"), s: R.Tensor((3,), "float32"), z: R.Tensor((3,), "int8")):
    a = R.quantize(x, s, z, axis=1, out_dtype="uint8")
    b = R.quantize(x, R.const(0.5, "float32"), R.const(3, "int8"), axis=0, out_dtype="int8")
    c = R.dequantize(b, s, z, axis=1, out_dtype="float16")
    return (a, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def dequantize(b: T.Buffer((T.int64(2), T.int64(3)), "int8"), s: T.Buffer((T.int64(3),), "float32"), z: T.Buffer((T.int64(3),), "int8"), dequantized: T.Buffer((T.int64(2), T.int64(3)), "float16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("dequantized"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(b[v_i0, v_i1], z[v_i1], s[v_i1])
#|                 T.writes(dequantized[v_i0, v_i1])
#|                 dequantized[v_i0, v_i1] = T.Cast("float16", T.max(T.min(T.Cast("float32", T.Cast("int32", b[v_i0, v_i1]) - T.Cast("int32", z[v_i1])) * s[v_i1], T.float32(65504.0)), T.float32(-65504.0)))
#|
#|     @T.prim_func(private=True)
#|     def quantize(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), s: T.Buffer((T.int64(3),), "float32"), z: T.Buffer((T.int64(3),), "int8"), quantized: T.Buffer((T.int64(2), T.int64(3)), "uint8")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("quantized"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(x[v_i0, v_i1], s[v_i1], z[v_i1])
#|                 T.writes(quantized[v_i0, v_i1])
#|                 quantized[v_i0, v_i1] = T.Cast("uint8", T.max(T.min(T.round(x[v_i0, v_i1] / s[v_i1]) + T.Cast("float32", z[v_i1]), T.float32(255.0)), T.float32(0.0)))
#|
#|     @T.prim_func(private=True)
#|     def quantize1(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), quantized: T.Buffer((T.int64(2), T.int64(3)), "int8")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("quantized"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(x[v_i0, v_i1])
#|                 T.writes(quantized[v_i0, v_i1])
#|                 quantized[v_i0, v_i1] = T.Cast("int8", T.max(T.min(T.round(x[v_i0, v_i1] * T.float32(2.0)) + T.float32(3.0), T.float32(127.0)), T.float32(-128.0)))
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Tensor((3,), dtype="float32"), z: R.Tensor((3,), dtype="int8")) -> R.Tuple(R.Tensor((2, 3), dtype="uint8"), R.Tensor((2, 3), dtype="float16")):
#|         cls = Module
#|         a = R.call_tir(cls.quantize, (x, s, z), out_sinfo=R.Tensor((2, 3), dtype="uint8"))
#|         b = R.call_tir(cls.quantize1, (x,), out_sinfo=R.Tensor((2, 3), dtype="int8"))
#|         c = R.call_tir(cls.dequantize, (b, s, z), out_sinfo=R.Tensor((2, 3), dtype="float16"))
#|         return (a, c)
