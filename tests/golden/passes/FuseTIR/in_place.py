# test: opt --passes=FuseOps,FuseTIR --remarks --check-each=4
# `a` is nobody else's: the kernel writes over it. `b` is read once more, as it was: its function stays one.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = T.exp(A[vi])

    @T.prim_func(private=True)
    def negate(A: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(4):
            with T.block("A"):
                vi = T.axis.spatial(4, i)
                A[vi] = T.float32(0) - A[vi]

    @T.prim_func(private=True)
    def add(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[vi] + B[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32"), z: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), "float32"))
            y = R.call_tir_inplace(cls.negate, (a,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir_inplace(cls.negate, (b,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
            d = R.call_tir(cls.add, (b, c), out_sinfo=R.Tensor((4,), "float32"))
            e = R.call_tir_inplace(cls.negate, (z,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
            f = R.call_tir(cls.exp, (e,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(y, d, f)
        return (y, d, f)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi], B[vi])
#|                 T.writes(C[vi])
#|                 C[vi] = A[vi] + B[vi]
#|
#|     @T.prim_func(private=True)
#|     def exp(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = T.exp(A[vi])
#|
#|     @T.prim_func(private=True)
#|     def fused_exp_negate(x: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(B_intermediate[vi])
#|                 B_intermediate[vi] = T.exp(x[vi])
#|         for i in range(4):
#|             with T.block("A"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(B_intermediate[vi])
#|                 T.writes(B_intermediate[vi])
#|                 B_intermediate[vi] = T.float32(0.0) - B_intermediate[vi]
#|
#|     @T.prim_func(private=True)
#|     def fused_negate_exp(z: T.Buffer((T.int64(4),), "float32"), B_intermediate: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("A"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(z[vi])
#|                 T.writes(z[vi])
#|                 z[vi] = T.float32(0.0) - z[vi]
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(z[vi])
#|                 T.writes(B_intermediate[vi])
#|                 B_intermediate[vi] = T.exp(z[vi])
#|
#|     @T.prim_func(private=True)
#|     def negate(A: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("A"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(A[vi])
#|                 A[vi] = T.float32(0.0) - A[vi]
#|
#|     @R.function(private=True)
#|     def fused_exp_negate_add(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             b = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.negate, (b,), out_sinfo=R.Tensor((4,), dtype="float32"), inplace_indices=[0])
#|             gv = R.call_tir(cls.add, (b, c), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.fused_exp_negate, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             gv1: R.Tensor((4,), dtype="float32") = cls.fused_exp_negate_add(x)
#|             gv2 = R.call_tir(cls.fused_negate_exp, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(gv, gv1, gv2)
#|         return (gv, gv1, gv2)
#| in_place.py:37:17: remark: FuseTIR: an argument of a kernel is no tensor of the function, or was written over [R0101]
#|                 d = R.call_tir(cls.add, (b, c), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| 2 passes checked by running: 12 runs agree
