# test: opt --passes=LegalizeOps
@R.function
def main(x: R.Tensor((1, 3, 3, 2), "float32")):
    a = R.image.resize2d(x, (6, 6), layout="NHWC", method="nearest_neighbor", coordinate_transformation_mode="asymmetric")
    b = R.image.resize2d(x, (5, 3), layout="NHWC", method="nearest_neighbor", coordinate_transformation_mode="align_corners", rounding_method="")
    c = R.image.resize2d(x, (2, 5), layout="NHWC", method="linear")
    return (a, b, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def resize2d(x: T.Buffer((T.int64(1), T.int64(3), T.int64(3), T.int64(2)), "float32"), resize: T.Buffer((T.int64(1), T.int64(6), T.int64(6), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(6), T.int64(6), T.int64(2)):
#|             with T.block("resize"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(x[v_i0, T.max(T.min(T.Div(v_i1, T.int64(2)), T.int64(2)), T.int64(0)), T.max(T.min(T.Div(v_i2, T.int64(2)), T.int64(2)), T.int64(0)), v_i3])
#|                 T.writes(resize[v_i0, v_i1, v_i2, v_i3])
#|                 resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, T.max(T.min(T.Div(v_i1, T.int64(2)), T.int64(2)), T.int64(0)), T.max(T.min(T.Div(v_i2, T.int64(2)), T.int64(2)), T.int64(0)), v_i3]
#|
#|     @T.prim_func(private=True)
#|     def resize2d1(x: T.Buffer((T.int64(1), T.int64(3), T.int64(3), T.int64(2)), "float32"), resize: T.Buffer((T.int64(1), T.int64(5), T.int64(3), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(5), T.int64(3), T.int64(2)):
#|             with T.block("resize"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(x[v_i0, T.int64(0):T.int64(3), T.int64(0):T.int64(3), v_i3])
#|                 T.writes(resize[v_i0, v_i1, v_i2, v_i3])
#|                 resize[v_i0, v_i1, v_i2, v_i3] = x[v_i0, T.max(T.min(T.Cast("int64", T.round(T.float32(0.5) * T.Cast("float32", v_i1))), T.int64(2)), T.int64(0)), T.max(T.min(T.Cast("int64", T.round(T.Cast("float32", v_i2))), T.int64(2)), T.int64(0)), v_i3]
#|
#|     @T.prim_func(private=True)
#|     def resize2d2(x: T.Buffer((T.int64(1), T.int64(3), T.int64(3), T.int64(2)), "float32"), resize: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, i2, i3 in T.grid(T.int64(1), T.int64(2), T.int64(5), T.int64(2)):
#|             with T.block("resize"):
#|                 v_i0, v_i1, v_i2, v_i3 = T.axis.remap("SSSS", [i0, i1, i2, i3])
#|                 T.reads(x[v_i0, T.int64(0):T.int64(3), T.int64(0):T.int64(3), v_i3])
#|                 T.writes(resize[v_i0, v_i1, v_i2, v_i3])
#|                 resize[v_i0, v_i1, v_i2, v_i3] = (x[v_i0, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5))), T.int64(2)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5))), T.int64(2)), T.int64(0)), v_i3] * (T.float32(1.0) - ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5)))))) + x[v_i0, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5))), T.int64(2)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5))) + T.int64(1), T.int64(2)), T.int64(0)), v_i3] * ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5)))))) * (T.float32(1.0) - ((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5)))))) + (x[v_i0, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5))) + T.int64(1), T.int64(2)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5))), T.int64(2)), T.int64(0)), v_i3] * (T.float32(1.0) - ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5)))))) + x[v_i0, T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5))) + T.int64(1), T.int64(2)), T.int64(0)), T.max(T.min(T.Cast("int64", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5))) + T.int64(1), T.int64(2)), T.int64(0)), v_i3] * ((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i2) + T.float32(0.5)) * T.float32(0.60000002384185791) - T.float32(0.5)))))) * ((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5) - T.Cast("float32", T.Cast("int32", T.floor((T.Cast("float32", v_i1) + T.float32(0.5)) * T.float32(1.5) - T.float32(0.5)))))
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 3, 3, 2), dtype="float32")) -> R.Tuple(R.Tensor((1, 6, 6, 2), dtype="float32"), R.Tensor((1, 5, 3, 2), dtype="float32"), R.Tensor((1, 2, 5, 2), dtype="float32")):
#|         cls = Module
#|         a = R.call_tir(cls.resize2d, (x,), out_sinfo=R.Tensor((1, 6, 6, 2), dtype="float32"))
#|         b = R.call_tir(cls.resize2d1, (x,), out_sinfo=R.Tensor((1, 5, 3, 2), dtype="float32"))
#|         c = R.call_tir(cls.resize2d2, (x,), out_sinfo=R.Tensor((1, 2, 5, 2), dtype="float32"))
#|         return (a, b, c)
