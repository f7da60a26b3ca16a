# test: opt --passes=LegalizeOps
# Where the result lives on a device, the kernel is one for its target.
@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("llvm")]})
    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32", "llvm")):
        a = R.add(x, x)
        b = R.add(y, y)
        return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global")]})
#|     @T.prim_func(private=True)
#|     def add(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("T_add"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0], x_1[v_ax0])
#|                 T.writes(T_add[v_ax0])
#|                 T_add[v_ax0] = x[v_ax0] + x_1[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def add_llvm(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), T_add: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"target": T.target({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}), "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("T_add"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0], x_1[v_ax0])
#|                 T.writes(T_add[v_ax0])
#|                 T_add[v_ax0] = x[v_ax0] + x_1[v_ax0]
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), y: R.Tensor((4,), dtype="float32", vdevice="llvm:0")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32", vdevice="llvm:0")):
#|         cls = Module
#|         a = R.call_tir(cls.add, (x, x), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         b = R.call_tir(cls.add_llvm, (y, y), out_sinfo=R.Tensor((4,), dtype="float32", vdevice="llvm:0"))
#|         return (a, b)
