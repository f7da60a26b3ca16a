# test: opt --passes=RewriteDataflowReshape,DeadCodeElimination
# A fused loop, a block of one element, an argument that the kernel does not read; and what is no reshape: an element
# that goes to several places, a part of the result, a sum.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def fused(a: T.handle, unused: T.Buffer((3,), "float32"), c: T.handle):
        n = T.int32()
        A = T.match_buffer(a, (n, 16))
        B = T.match_buffer(c, (1, n, 4, 4))
        for k in range(n * 16):
            with T.block("copy"):
                v0 = T.axis.spatial(n, k // 16)
                v1 = T.axis.spatial(4, k % 16 // 4)
                v2 = T.axis.spatial(4, k % 4)
                B[0, v0, v1, v2] = A[((v1 * 4 + v2) // 16 + v0) % n, (v1 * 4 + v2) % 16]

    @T.prim_func(private=True)
    def one(a: T.Buffer((), "float32"), b: T.Buffer((1,), "float32")):
        with T.block("one"):
            vi = T.axis.spatial(1, 0)
            b[vi] = a[()]

    @T.prim_func(private=True)
    def first(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("first"):
                vi = T.axis.spatial(4, i)
                b[0] = a[0]

    @T.prim_func(private=True)
    def half(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(2):
            with T.block("half"):
                vi = T.axis.spatial(2, i)
                b[vi] = a[vi]

    @T.prim_func(private=True)
    def added(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("added"):
                vi = T.axis.spatial(4, i)
                b[vi] = a[vi] + a[vi]

    @R.function
    def main(x: R.Tensor((2, 16), "float32"), y: R.Tensor((3,), "float32"), s: R.Tensor((), "float32"),
             z: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            r = R.call_tir(cls.fused, (x, y), out_sinfo=R.Tensor((1, 2, 4, 4), "float32"))
            a = R.call_tir(cls.one, (s,), out_sinfo=R.Tensor((1,), "float32"))
            b = R.call_tir(cls.first, (z,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.half, (z,), out_sinfo=R.Tensor((4,), "float32"))
            d = R.call_tir(cls.added, (z,), out_sinfo=R.Tensor((4,), "float32"))
            e = R.call_tir(cls.one, (R.const(1.0),), out_sinfo=R.Tensor((1,), "float32"))
            out = (r, a, b, c, d, e)
            R.output(out)
        f = R.call_tir(cls.one, (s,), out_sinfo=R.Tensor((1,), "float32"))
        return (out, f)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def added(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("added"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[vi])
#|                 T.writes(b[vi])
#|                 b[vi] = a[vi] + a[vi]
#|
#|     @T.prim_func(private=True)
#|     def first(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("first"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(a[0])
#|                 T.writes(b[0])
#|                 b[0] = a[0]
#|
#|     @T.prim_func(private=True)
#|     def half(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("half"):
#|                 vi = T.axis.spatial(2, i)
#|                 T.reads(a[vi])
#|                 T.writes(b[vi])
#|                 b[vi] = a[vi]
#|
#|     @T.prim_func(private=True)
#|     def one(a: T.Buffer((), "float32"), b: T.Buffer((1,), "float32")):
#|         # with T.block("root"):
#|         with T.block("one"):
#|             vi = T.axis.spatial(1, 0)
#|             T.reads(a[()])
#|             T.writes(b[vi])
#|             b[vi] = a[()]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 16), dtype="float32"), y: R.Tensor((3,), dtype="float32"), s: R.Tensor((), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tuple(R.Tensor((1, 2, 4, 4), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((1,), dtype="float32")), R.Tensor((1,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             r: R.Tensor((1, 2, 4, 4), dtype="float32") = R.reshape(x, R.shape([1, 2, 4, 4]))
#|             a: R.Tensor((1,), dtype="float32") = R.reshape(s, R.shape([1]))
#|             b = R.call_tir(cls.first, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c = R.call_tir(cls.half, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             d = R.call_tir(cls.added, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             e: R.Tensor((1,), dtype="float32") = R.reshape(R.const(1.0, "float32"), R.shape([1]))
#|             out: R.Tuple(R.Tensor((1, 2, 4, 4), dtype="float32"), R.Tensor((1,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((1,), dtype="float32")) = r, a, b, c, d, e
#|             R.output(out)
#|         f = R.call_tir(cls.one, (s,), out_sinfo=R.Tensor((1,), dtype="float32"))
#|         return (out, f)
