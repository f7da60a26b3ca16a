# test: opt --passes=RewriteDataflowReshape
# Loops, bindings and predicates that leave elements out; buffers that do not lie row by row from their start. The last
# one, of loops in another order, is a reshape.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def where(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                T.where(i < 4)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def halfloop(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(4):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def zerobind(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, 0)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def half2(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i // 2)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def start(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in T.serial(2, 8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def emptyloop(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i, k in T.grid(8, 0):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]

    @T.prim_func(private=True)
    def outerblock(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(2):
            with T.block("o"):
                vo = T.axis.spatial(2, 0)
                for j in range(4):
                    with T.block("b"):
                        vi = T.axis.spatial(8, vo * 4 + j)
                        B[vi] = A[vi]

    @T.prim_func(private=True)
    def inner(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(2):
            with T.block("o"):
                vo = T.axis.spatial(2, i)
                for j in range(4):
                    with T.block("b"):
                        vi = T.axis.spatial(4, j)
                        B[vi] = A[vi]

    @T.prim_func(private=True)
    def swapbind(A: T.Buffer((2, 4), "float32"), B: T.Buffer((8,), "float32")):
        for i, j in T.grid(2, 4):
            with T.block("b"):
                vi = T.axis.spatial(2, j % 2)
                vj = T.axis.spatial(4, i)
                B[vi * 4 + vj] = A[vi, vj]

    @T.prim_func(private=True)
    def whileb(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
        for i in range(8):
            if i < 4:
                with T.block("b"):
                    vi = T.axis.spatial(8, i)
                    B[vi] = A[vi]

    @T.prim_func(private=True)
    def strided(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (4, 4), "float32", strides=(1, 4))
        B = T.match_buffer(b, (16,), "float32")
        for i, j in T.grid(4, 4):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi * 4 + vj] = A[vi, vj]

    @T.prim_func(private=True)
    def offset(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (16,), "float32", elem_offset=4)
        B = T.match_buffer(b, (4, 4), "float32")
        for i, j in T.grid(4, 4):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi * 4 + vj]

    @T.prim_func(private=True)
    def bstrided(a: T.handle, b: T.handle):
        A = T.match_buffer(a, (16,), "float32")
        B = T.match_buffer(b, (4, 4), "float32", strides=(1, 4))
        for i, j in T.grid(4, 4):
            with T.block("b"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = A[vi * 4 + vj]

    @T.prim_func(private=True)
    def reordered(A: T.Buffer((2, 4), "float32"), B: T.Buffer((8,), "float32")):
        for j, i in T.grid(4, 2):
            with T.block("b"):
                vj, vi = T.axis.remap("SS", [j, i])
                B[vi * 4 + vj] = A[vi, vj]

    @R.function
    def main(x8: R.Tensor((8,), "float32"),
             x24: R.Tensor((2, 4), "float32"), x44: R.Tensor((4, 4), "float32")):
        cls = Module
        with R.dataflow():
            r_where = R.call_tir(cls.where, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_halfloop = R.call_tir(cls.halfloop, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_zerobind = R.call_tir(cls.zerobind, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_half2 = R.call_tir(cls.half2, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_start = R.call_tir(cls.start, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_emptyloop = R.call_tir(cls.emptyloop, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_outerblock = R.call_tir(cls.outerblock, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_inner = R.call_tir(cls.inner, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_swapbind = R.call_tir(cls.swapbind, (x24,), out_sinfo=R.Tensor((8,), "float32"))
            r_whileb = R.call_tir(cls.whileb, (x8,), out_sinfo=R.Tensor((8,), "float32"))
            r_strided = R.call_tir(cls.strided, (x44,), out_sinfo=R.Tensor((16,), "float32"))
            r_offset = R.call_tir(cls.offset, (r_strided,), out_sinfo=R.Tensor((4, 4), "float32"))
            r_bstrided = R.call_tir(cls.bstrided, (r_strided,), out_sinfo=R.Tensor((4, 4), "float32"))
            r_reordered = R.call_tir(cls.reordered, (x24,), out_sinfo=R.Tensor((8,), "float32"))
            o = (r_strided, r_offset, r_bstrided, r_reordered, r_where, r_halfloop, r_zerobind, r_half2, r_start, r_emptyloop, r_outerblock, r_inner, r_swapbind, r_whileb)
            R.output(o)
        return o

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def bstrided(A: T.Buffer((16,), "float32"), b: T.handle):
#|         B = T.match_buffer(b, (4, 4), strides=(1, 4))
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("b"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi * 4 + vj])
#|                 T.writes(B[vi, vj])
#|                 B[vi, vj] = A[vi * 4 + vj]
#|
#|     @T.prim_func(private=True)
#|     def emptyloop(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i, k in T.grid(8, 0):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def half2(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(8):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, i // 2)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def halfloop(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def inner(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("o"):
#|                 vo = T.axis.spatial(2, i)
#|                 T.reads(A[0:4])
#|                 T.writes(B[0:4])
#|                 for j in range(4):
#|                     with T.block("b"):
#|                         vi = T.axis.spatial(4, j)
#|                         T.reads(A[vi])
#|                         T.writes(B[vi])
#|                         B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def offset(a: T.handle, B: T.Buffer((4, 4), "float32")):
#|         A = T.match_buffer(a, (16,), elem_offset=4)
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("b"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi * 4 + vj])
#|                 T.writes(B[vi, vj])
#|                 B[vi, vj] = A[vi * 4 + vj]
#|
#|     @T.prim_func(private=True)
#|     def outerblock(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(2):
#|             with T.block("o"):
#|                 vo = T.axis.spatial(2, 0)
#|                 T.reads(A[vo * 4:vo * 4 + 4])
#|                 T.writes(B[vo * 4:vo * 4 + 4])
#|                 for j in range(4):
#|                     with T.block("b"):
#|                         vi = T.axis.spatial(8, vo * 4 + j)
#|                         T.reads(A[vi])
#|                         T.writes(B[vi])
#|                         B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def reordered(A: T.Buffer((2, 4), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for j, i in T.grid(4, 2):
#|             with T.block("b"):
#|                 vj, vi = T.axis.remap("SS", [j, i])
#|                 T.reads(A[vi, vj])
#|                 T.writes(B[vi * 4 + vj])
#|                 B[vi * 4 + vj] = A[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def start(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(2, 8):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def strided(a: T.handle, B: T.Buffer((16,), "float32")):
#|         A = T.match_buffer(a, (4, 4), strides=(1, 4))
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 4):
#|             with T.block("b"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj])
#|                 T.writes(B[vi * 4 + vj])
#|                 B[vi * 4 + vj] = A[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def swapbind(A: T.Buffer((2, 4), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i, j in T.grid(2, 4):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(2, j % 2)
#|                 vj = T.axis.spatial(4, i)
#|                 T.reads(A[vi, vj])
#|                 T.writes(B[vi * 4 + vj])
#|                 B[vi * 4 + vj] = A[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def where(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(8):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, i)
#|                 T.where(i < 4)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def whileb(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(8):
#|             if i < 4:
#|                 with T.block("b"):
#|                     vi = T.axis.spatial(8, i)
#|                     T.reads(A[vi])
#|                     T.writes(B[vi])
#|                     B[vi] = A[vi]
#|
#|     @T.prim_func(private=True)
#|     def zerobind(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         # with T.block("root"):
#|         for i in range(8):
#|             with T.block("b"):
#|                 vi = T.axis.spatial(8, 0)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = A[vi]
#|
#|     @R.function
#|     def main(x8: R.Tensor((8,), dtype="float32"), x24: R.Tensor((2, 4), dtype="float32"), x44: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             r_where = R.call_tir(cls.where, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_halfloop = R.call_tir(cls.halfloop, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_zerobind = R.call_tir(cls.zerobind, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_half2 = R.call_tir(cls.half2, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_start = R.call_tir(cls.start, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_emptyloop = R.call_tir(cls.emptyloop, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_outerblock = R.call_tir(cls.outerblock, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_inner = R.call_tir(cls.inner, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_swapbind = R.call_tir(cls.swapbind, (x24,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_whileb = R.call_tir(cls.whileb, (x8,), out_sinfo=R.Tensor((8,), dtype="float32"))
#|             r_strided = R.call_tir(cls.strided, (x44,), out_sinfo=R.Tensor((16,), dtype="float32"))
#|             r_offset = R.call_tir(cls.offset, (r_strided,), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             r_bstrided = R.call_tir(cls.bstrided, (r_strided,), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             r_reordered: R.Tensor((8,), dtype="float32") = R.reshape(x24, R.shape([8]))
#|             o: R.Tuple(R.Tensor((16,), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32"), R.Tensor((8,), dtype="float32")) = r_strided, r_offset, r_bstrided, r_reordered, r_where, r_halfloop, r_zerobind, r_half2, r_start, r_emptyloop, r_outerblock, r_inner, r_swapbind, r_whileb
#|             R.output(o)
#|         return o
