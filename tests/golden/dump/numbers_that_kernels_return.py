# test: run --dump=kernels --fill=iota
# test: run main(x=ones)
# What is known is a number; what the run finds is stored, and a kernel returns it.
@I.ir_module
class Module:
    @T.prim_func
    def count(A: T.Buffer((4,), "float32")) -> T.int32:
        for i in range(4):
            if A[i] < T.float32(0):
                return i
        return 4

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        n = cls.count(x)
        y = R.exp(x)
        return (n, R.prim_value(7), R.shape([3, 4]), y)

#| $ run --dump=kernels --fill=iota
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def count(A: T.Buffer((4,), "float32"), value: T.Buffer((T.int64(2),), "int64")) -> T.int32:
#|         value[T.int64(0)] = T.int64(0)
#|         value[T.int64(1)] = T.int64(0)
#|         for i in range(4):
#|             if A[i] < T.float32(0.0):
#|                 result: T.int32 = i
#|                 value[T.int64(0)] = T.int64(1)
#|                 value[T.int64(1)] = T.Cast("int64", result)
#|                 return result
#|         with T.LetStmt(4) as result:
#|             value[T.int64(0)] = T.int64(1)
#|             value[T.int64(1)] = T.Cast("int64", result)
#|             return result
#|         assert value[T.int64(0)] != T.int64(0), "it ends without a value"
#|         T.evaluate(0)
#|
#|     @T.prim_func(private=True)
#|     def exp(x: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("exp"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.exp(x[v_ax0])
#|
#|     @T.prim_func(private=True)
#|     def number(x: T.Buffer((T.int64(2),), "int64")) -> T.int64:
#|         return x[T.int64(1)]
#|
#|     @R.function(pure=False)
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Prim("int64"), R.Prim(value=7), R.Shape([3, 4]), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.count, (x,), out_sinfo=R.Tensor((2,), dtype="int64"))
#|             lv1 = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(lv, lv1)
#|         lv2: R.Prim("int64") = cls.number(lv)
#|         gv: R.Tuple(R.Prim("int64"), R.Prim(value=7), R.Shape([3, 4]), R.Tensor((4,), dtype="float32")) = lv2, R.prim_value(7), R.shape([3, 4]), lv1
#|         return gv
#| $ run main(x=ones)
#| (4,
#|  7,
#|  R.shape([3, 4]),
#|  [2.7182817 2.7182817 2.7182817 2.7182817])
