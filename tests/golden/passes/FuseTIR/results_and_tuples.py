# test: opt --passes=FuseTIR --check-each=4
# Tuples are handed in by their fields; the kernel has several results, one of which it writes in the place of what it is given.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def both(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = A[vi] + T.float32(1)
                C[vi] = A[vi] * T.float32(2)

    @T.prim_func(private=True)
    def negate(A: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("A"):
                vi = T.axis.spatial(4, i)
                A[vi] = T.float32(0) - A[vi]

    @R.function(private=True)
    def fused(p: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
        R.func_attr({"Primitive": True})
        cls = Module
        with R.dataflow():
            x = p[0]
            r = R.call_tir(cls.both, (x,), out_sinfo=[R.Tensor((4,), "float32"), R.Tensor((4,), "float32")])
            b = r[0]
            c = r[1]
            s = R.call_tir(cls.both, (c,), out_sinfo=[R.Tensor((4,), "float32"), R.Tensor((4,), "float32")])
            d = s[1]
            z = p[2]
            e = R.call_tir_inplace(cls.negate, (z,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
            t = (d, e, b)
            R.output(t)
        return t

    @R.function
    def main(x: R.Tensor((4,), "float32"), t: R.Tuple(R.Tensor((4,), "float32"), R.Tensor((4,), "float32"))):
        cls = Module
        with R.dataflow():
            y = t[0]
            z = t[1]
            all = (x, y, z)
            r = cls.fused(all)
            R.output(r)
        return r

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def fused(p_0: T.Buffer((T.int64(4),), "float32"), p_2: T.Buffer((T.int64(4),), "float32"), C_intermediate_1: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         C_intermediate = T.alloc_buffer((T.int64(4),))
#|         B_intermediate_1 = T.alloc_buffer((T.int64(4),))
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(p_0[vi])
#|                 T.writes(B_intermediate[vi], C_intermediate[vi])
#|                 B_intermediate[vi] = p_0[vi] + T.float32(1.0)
#|                 C_intermediate[vi] = p_0[vi] * T.float32(2.0)
#|         for i in range(4):
#|             with T.block("B_1"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(C_intermediate[vi])
#|                 T.writes(B_intermediate_1[vi], C_intermediate_1[vi])
#|                 B_intermediate_1[vi] = C_intermediate[vi] + T.float32(1.0)
#|                 C_intermediate_1[vi] = C_intermediate[vi] * T.float32(2.0)
#|         for i in range(4):
#|             with T.block("A"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(p_2[vi])
#|                 T.writes(p_2[vi])
#|                 p_2[vi] = T.float32(0.0) - p_2[vi]
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), t: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"))) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             z: R.Tensor((4,), dtype="float32") = t[1]
#|             r: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = R.call_tir_inplace(cls.fused, (x, z), out_sinfo=[R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")], inplace_indices=[-1, 1, -1])
#|             R.output(r)
#|         return r
#| 1 pass checked by running: 4 runs agree
