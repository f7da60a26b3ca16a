# test: run --dump=kernels --input=x=iota --input=rois=iota
@R.function
def main(x: R.Tensor((1, 2, 4, 5), "float32"), rois: R.Tensor((1, 5), "float32")):
    a = R.vision.roi_align(x, rois, (2, 1), 0.5)
    b = R.vision.roi_pool(x, rois, (2, 1), 0.5)
    return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def roi_align(data: T.Buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(5)), "float32"), rois: T.Buffer((T.int64(1), T.int64(5)), "float32"), out_buf: T.Buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(1)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         y_begin = T.alloc_buffer((T.int64(1),), "float64")
#|         y_bin = T.alloc_buffer((T.int64(1),), "float64")
#|         x_begin = T.alloc_buffer((T.int64(1),), "float64")
#|         x_bin = T.alloc_buffer((T.int64(1),), "float64")
#|         image = T.alloc_buffer((T.int64(1),), "int64")
#|         value = T.alloc_buffer((T.int64(1),), "float64")
#|         y_samples = T.alloc_buffer((T.int64(1),), "int64")
#|         y_place = T.alloc_buffer((T.int64(1),), "float64")
#|         y_at = T.alloc_buffer((T.int64(1),), "int64")
#|         y_part = T.alloc_buffer((T.int64(1),), "float64")
#|         x_samples = T.alloc_buffer((T.int64(1),), "int64")
#|         x_place = T.alloc_buffer((T.int64(1),), "float64")
#|         x_at = T.alloc_buffer((T.int64(1),), "int64")
#|         x_part = T.alloc_buffer((T.int64(1),), "float64")
#|         with T.block("regions"):
#|             T.reads()
#|             T.writes()
#|             for region0 in range(T.int64(1)):
#|                 assert T.Cast("float64", rois[region0, T.int64(0)]) >= T.float64(0.0) and T.Cast("float64", rois[region0, T.int64(0)]) < T.float64(1.0), "R.vision.roi_align: a region names a batch that does not exist"
#|                 image[T.int64(0)] = T.Cast("int64", T.Cast("float64", rois[region0, T.int64(0)]))
#|                 y_begin[T.int64(0)] = T.Cast("float64", rois[region0, T.int64(2)]) * T.float64(0.5)
#|                 y_bin[T.int64(0)] = T.Select(T.Cast("float64", rois[region0, T.int64(4)]) * T.float64(0.5) - y_begin[T.int64(0)] < T.float64(1.0), T.float64(1.0), T.Cast("float64", rois[region0, T.int64(4)]) * T.float64(0.5) - y_begin[T.int64(0)]) / T.float64(2.0)
#|                 y_samples[T.int64(0)] = T.Cast("int64", T.Select(T.Select(T.ceil(y_bin[T.int64(0)]) > T.float64(1.0), T.ceil(y_bin[T.int64(0)]), T.float64(1.0)) < T.float64(16777216.0), T.Select(T.ceil(y_bin[T.int64(0)]) > T.float64(1.0), T.ceil(y_bin[T.int64(0)]), T.float64(1.0)), T.float64(16777217.0)))
#|                 x_begin[T.int64(0)] = T.Cast("float64", rois[region0, T.int64(1)]) * T.float64(0.5)
#|                 x_bin[T.int64(0)] = T.Select(T.Cast("float64", rois[region0, T.int64(3)]) * T.float64(0.5) - x_begin[T.int64(0)] < T.float64(1.0), T.float64(1.0), T.Cast("float64", rois[region0, T.int64(3)]) * T.float64(0.5) - x_begin[T.int64(0)])
#|                 x_samples[T.int64(0)] = T.Cast("int64", T.Select(T.Select(T.ceil(x_bin[T.int64(0)]) > T.float64(1.0), T.ceil(x_bin[T.int64(0)]), T.float64(1.0)) < T.float64(16777216.0), T.Select(T.ceil(x_bin[T.int64(0)]) > T.float64(1.0), T.ceil(x_bin[T.int64(0)]), T.float64(1.0)), T.float64(16777217.0)))
#|                 assert y_samples[T.int64(0)] * x_samples[T.int64(0)] <= T.int64(16777216), "R.vision.roi_align: a region wants more than 16777216 samples for an element"
#|                 for b0, b1, b2 in T.grid(T.int64(2), T.int64(2), T.int64(1)):
#|                     value[T.int64(0)] = T.float64(0.0)
#|                     for sy in range(y_samples[T.int64(0)]):
#|                         y_place[T.int64(0)] = y_begin[T.int64(0)] + y_bin[T.int64(0)] * (T.Cast("float64", b1) + (T.Cast("float64", sy) + T.float64(0.5)) / T.Cast("float64", y_samples[T.int64(0)]))
#|                         y_at[T.int64(0)] = T.Cast("int64", T.Select(y_place[T.int64(0)] > T.float64(0.0), T.Select(y_place[T.int64(0)] < T.float64(3.0), y_place[T.int64(0)], T.float64(3.0)), T.float64(0.0)))
#|                         y_part[T.int64(0)] = T.Select(y_place[T.int64(0)] > T.float64(0.0), T.Select(y_place[T.int64(0)] < T.float64(3.0), y_place[T.int64(0)], T.float64(3.0)), T.float64(0.0)) - T.Cast("float64", y_at[T.int64(0)])
#|                         for sx in range(x_samples[T.int64(0)]):
#|                             x_place[T.int64(0)] = x_begin[T.int64(0)] + x_bin[T.int64(0)] * (T.Cast("float64", b2) + (T.Cast("float64", sx) + T.float64(0.5)) / T.Cast("float64", x_samples[T.int64(0)]))
#|                             x_at[T.int64(0)] = T.Cast("int64", T.Select(x_place[T.int64(0)] > T.float64(0.0), T.Select(x_place[T.int64(0)] < T.float64(4.0), x_place[T.int64(0)], T.float64(4.0)), T.float64(0.0)))
#|                             x_part[T.int64(0)] = T.Select(x_place[T.int64(0)] > T.float64(0.0), T.Select(x_place[T.int64(0)] < T.float64(4.0), x_place[T.int64(0)], T.float64(4.0)), T.float64(0.0)) - T.Cast("float64", x_at[T.int64(0)])
#|                             value[T.int64(0)] = value[T.int64(0)] + T.Select(y_place[T.int64(0)] >= T.float64(-1.0) and y_place[T.int64(0)] <= T.float64(4.0) and (x_place[T.int64(0)] >= T.float64(-1.0) and x_place[T.int64(0)] <= T.float64(5.0)), (T.float64(1.0) - y_part[T.int64(0)]) * (T.float64(1.0) - x_part[T.int64(0)]) * T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_at[T.int64(0)], T.int64(3)), T.int64(0)), T.max(T.min(x_at[T.int64(0)], T.int64(4)), T.int64(0))]) + (T.float64(1.0) - y_part[T.int64(0)]) * x_part[T.int64(0)] * T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_at[T.int64(0)], T.int64(3)), T.int64(0)), T.max(T.min(x_at[T.int64(0)] + T.int64(1), T.int64(4)), T.int64(0))]) + y_part[T.int64(0)] * (T.float64(1.0) - x_part[T.int64(0)]) * T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_at[T.int64(0)] + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(x_at[T.int64(0)], T.int64(4)), T.int64(0))]) + y_part[T.int64(0)] * x_part[T.int64(0)] * T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_at[T.int64(0)] + T.int64(1), T.int64(3)), T.int64(0)), T.max(T.min(x_at[T.int64(0)] + T.int64(1), T.int64(4)), T.int64(0))]), T.float64(0.0))
#|                     out_buf[region0, b0, b1, b2] = T.Cast("float32", value[T.int64(0)] / T.Cast("float64", y_samples[T.int64(0)] * x_samples[T.int64(0)]))
#|
#|     @T.prim_func(private=True)
#|     def roi_pool(data: T.Buffer((T.int64(1), T.int64(2), T.int64(4), T.int64(5)), "float32"), rois: T.Buffer((T.int64(1), T.int64(5)), "float32"), out_buf: T.Buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(1)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         y_begin = T.alloc_buffer((T.int64(1),), "float64")
#|         y_bin = T.alloc_buffer((T.int64(1),), "float64")
#|         x_begin = T.alloc_buffer((T.int64(1),), "float64")
#|         x_bin = T.alloc_buffer((T.int64(1),), "float64")
#|         image = T.alloc_buffer((T.int64(1),), "int64")
#|         value = T.alloc_buffer((T.int64(1),), "float64")
#|         y_from = T.alloc_buffer((T.int64(1),), "int64")
#|         y_to = T.alloc_buffer((T.int64(1),), "int64")
#|         x_from = T.alloc_buffer((T.int64(1),), "int64")
#|         x_to = T.alloc_buffer((T.int64(1),), "int64")
#|         with T.block("regions"):
#|             T.reads()
#|             T.writes()
#|             for region0 in range(T.int64(1)):
#|                 assert T.Cast("float64", rois[region0, T.int64(0)]) >= T.float64(0.0) and T.Cast("float64", rois[region0, T.int64(0)]) < T.float64(1.0), "R.vision.roi_pool: a region names a batch that does not exist"
#|                 image[T.int64(0)] = T.Cast("int64", T.Cast("float64", rois[region0, T.int64(0)]))
#|                 y_begin[T.int64(0)] = T.round(T.Cast("float64", rois[region0, T.int64(2)]) * T.float64(0.5))
#|                 y_bin[T.int64(0)] = T.Select(T.round(T.Cast("float64", rois[region0, T.int64(4)]) * T.float64(0.5)) - y_begin[T.int64(0)] + T.float64(1.0) < T.float64(1.0), T.float64(1.0), T.round(T.Cast("float64", rois[region0, T.int64(4)]) * T.float64(0.5)) - y_begin[T.int64(0)] + T.float64(1.0)) / T.float64(2.0)
#|                 x_begin[T.int64(0)] = T.round(T.Cast("float64", rois[region0, T.int64(1)]) * T.float64(0.5))
#|                 x_bin[T.int64(0)] = T.Select(T.round(T.Cast("float64", rois[region0, T.int64(3)]) * T.float64(0.5)) - x_begin[T.int64(0)] + T.float64(1.0) < T.float64(1.0), T.float64(1.0), T.round(T.Cast("float64", rois[region0, T.int64(3)]) * T.float64(0.5)) - x_begin[T.int64(0)] + T.float64(1.0))
#|                 for b0, b1, b2 in T.grid(T.int64(2), T.int64(2), T.int64(1)):
#|                     y_from[T.int64(0)] = T.Cast("int64", T.Select(T.floor(T.Cast("float64", b1) * y_bin[T.int64(0)]) + y_begin[T.int64(0)] > T.float64(0.0), T.Select(T.floor(T.Cast("float64", b1) * y_bin[T.int64(0)]) + y_begin[T.int64(0)] < T.float64(4.0), T.floor(T.Cast("float64", b1) * y_bin[T.int64(0)]) + y_begin[T.int64(0)], T.float64(4.0)), T.float64(0.0)))
#|                     y_to[T.int64(0)] = T.Cast("int64", T.Select(T.ceil((T.Cast("float64", b1) + T.float64(1.0)) * y_bin[T.int64(0)]) + y_begin[T.int64(0)] > T.float64(0.0), T.Select(T.ceil((T.Cast("float64", b1) + T.float64(1.0)) * y_bin[T.int64(0)]) + y_begin[T.int64(0)] < T.float64(4.0), T.ceil((T.Cast("float64", b1) + T.float64(1.0)) * y_bin[T.int64(0)]) + y_begin[T.int64(0)], T.float64(4.0)), T.float64(0.0)))
#|                     x_from[T.int64(0)] = T.Cast("int64", T.Select(T.floor(T.Cast("float64", b2) * x_bin[T.int64(0)]) + x_begin[T.int64(0)] > T.float64(0.0), T.Select(T.floor(T.Cast("float64", b2) * x_bin[T.int64(0)]) + x_begin[T.int64(0)] < T.float64(5.0), T.floor(T.Cast("float64", b2) * x_bin[T.int64(0)]) + x_begin[T.int64(0)], T.float64(5.0)), T.float64(0.0)))
#|                     x_to[T.int64(0)] = T.Cast("int64", T.Select(T.ceil((T.Cast("float64", b2) + T.float64(1.0)) * x_bin[T.int64(0)]) + x_begin[T.int64(0)] > T.float64(0.0), T.Select(T.ceil((T.Cast("float64", b2) + T.float64(1.0)) * x_bin[T.int64(0)]) + x_begin[T.int64(0)] < T.float64(5.0), T.ceil((T.Cast("float64", b2) + T.float64(1.0)) * x_bin[T.int64(0)]) + x_begin[T.int64(0)], T.float64(5.0)), T.float64(0.0)))
#|                     value[T.int64(0)] = T.Select(y_from[T.int64(0)] >= y_to[T.int64(0)] or x_from[T.int64(0)] >= x_to[T.int64(0)], T.float64(0.0), T.float64("-inf"))
#|                     for ky, kx in T.grid(T.max(y_to[T.int64(0)] - y_from[T.int64(0)], T.int64(0)), T.max(x_to[T.int64(0)] - x_from[T.int64(0)], T.int64(0))):
#|                         value[T.int64(0)] = T.Select(value[T.int64(0)] < T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_from[T.int64(0)] + ky, T.int64(3)), T.int64(0)), T.max(T.min(x_from[T.int64(0)] + kx, T.int64(4)), T.int64(0))]), T.Cast("float64", data[image[T.int64(0)], b0, T.max(T.min(y_from[T.int64(0)] + ky, T.int64(3)), T.int64(0)), T.max(T.min(x_from[T.int64(0)] + kx, T.int64(4)), T.int64(0))]), value[T.int64(0)])
#|                     out_buf[region0, b0, b1, b2] = T.Cast("float32", value[T.int64(0)])
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 2, 4, 5), dtype="float32"), rois: R.Tensor((1, 5), dtype="float32")) -> R.Tuple(R.Tensor((1, 2, 2, 1), dtype="float32"), R.Tensor((1, 2, 2, 1), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.roi_align, (x, rois), out_sinfo=R.Tensor((1, 2, 2, 1), dtype="float32"))
#|             lv1 = R.call_tir(cls.roi_pool, (x, rois), out_sinfo=R.Tensor((1, 2, 2, 1), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((1, 2, 2, 1), dtype="float32"), R.Tensor((1, 2, 2, 1), dtype="float32")) = lv, lv1
#|             R.output(gv)
#|         return gv
