# test: opt --passes=AttachAttrLayoutFreeBuffers --check-each=4
# Parameters behind num_input and constants; each set of positions makes a kernel. Sizes that only the call tells stay.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def add(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
        T.func_attr({"tir.noalias": True})
        for i in range(4):
            with T.block("add"):
                vi = T.axis.spatial(4, i)
                c[vi] = a[vi] + b[vi]

    @T.prim_func
    def fill(a: T.handle, m: T.int64):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        for i in range(n):
            with T.block("fill"):
                vi = T.axis.spatial(n, i)
                A[vi] = T.Cast("float32", m)

    @R.function
    def main(x: R.Tensor((4,), "float32"), w: R.Tensor((4,), "float32"), k: R.Shape(["m"])):
        R.func_attr({"num_input": 1})
        m = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.add, (x, w), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.add, (w, a), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.add, (b, R.const([1.0, 2.0, 3.0, 4.0])), out_sinfo=R.Tensor((4,), "float32"))
            d = R.call_tir(cls.add, (c, a), out_sinfo=R.Tensor((4,), "float32"))
            e = R.call_tir(cls.fill, R.tuple(), out_sinfo=R.Tensor((3,), "float32"), tir_vars=R.shape([m]))
            R.output(d, e)
        return (d, e)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add1(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
#|         T.func_attr({"layout_free_buffers": [1], "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("add"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[vi], b[vi])
#|                 T.writes(c[vi])
#|                 c[vi] = a[vi] + b[vi]
#|
#|     @T.prim_func(private=True)
#|     def add2(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
#|         T.func_attr({"layout_free_buffers": [0], "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("add"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[vi], b[vi])
#|                 T.writes(c[vi])
#|                 c[vi] = a[vi] + b[vi]
#|
#|     @T.prim_func(private=True)
#|     def add3(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), c: T.Buffer((4,), "float32")):
#|         T.func_attr({"layout_free_buffers": [], "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("add"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[vi], b[vi])
#|                 T.writes(c[vi])
#|                 c[vi] = a[vi] + b[vi]
#|
#|     @T.prim_func
#|     def fill(a: T.handle, m: T.int64):
#|         n = T.int64()
#|         A = T.match_buffer(a, (n,))
#|         # with T.block("root"):
#|         for i in range(n):
#|             with T.block("fill"):
#|                 vi = T.axis.spatial(n, i)
#|                 T.reads()
#|                 T.writes(A[vi])
#|                 A[vi] = T.Cast("float32", m)
#|
#|     @T.prim_func
#|     def fill1(a: T.handle, m: T.int64):
#|         T.func_attr({"global_symbol": "fill", "layout_free_buffers": []})
#|         n = T.int64()
#|         A = T.match_buffer(a, (n,))
#|         # with T.block("root"):
#|         for i in range(n):
#|             with T.block("fill"):
#|                 vi = T.axis.spatial(n, i)
#|                 T.reads()
#|                 T.writes(A[vi])
#|                 A[vi] = T.Cast("float32", m)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), w: R.Tensor((4,), dtype="float32"), k: R.Shape(["m"])) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((3,), dtype="float32")):
#|         m = T.int64()
#|         R.func_attr({"num_input": 1})
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.add1, (x, w), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             b = R.call_tir(cls.add2, (w, a), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c = R.call_tir(cls.add1, (b, R.const([1.0, 2.0, 3.0, 4.0], "float32")), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             d = R.call_tir(cls.add3, (c, a), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             e = R.call_tir(cls.fill1, R.tuple(), out_sinfo=R.Tensor((3,), dtype="float32"), tir_vars=R.shape([m]))
#|             R.output(d, e)
#|         return (d, e)
#| 1 pass checked by running: 4 runs agree
