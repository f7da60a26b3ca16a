# test: fmt
# The spellings of TVM 0.20 to 0.26 mean the same as those of 0.19.
# from tvm.script import ir as I
# from tvm.script import tirx as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0)]})
    @T.prim_func(private=True, s_tir=True)
    def k(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
        T.func_attr({"tirx.noalias": True})
        # with T.sblock("root"):
        for i in range(4):
            with T.sblock("b"):
                B[i] = A[i]

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32", vdevice="cuda:0:global"), s: R.Shape(["n"]), a: R.Any, p: T.int64) -> R.Tensor((4,), "float32"):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.k, (x, n), out_ty=R.Tensor((4,), "float32"))
        z: T.int64 = n + 1
        w = R.call_packed("f", x, z, n, 5, ty_args=(R.Any,))
        h = R.hint_on_device(x, R.device(device_type=1, index=0), "global")
        t = R.call_pure_packed("g", x, ty_args=R.Tensor((2,), "float8_e4m3fn"))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
#|     @T.prim_func(private=True)
#|     def k(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("b"):
#|                 T.reads(A[i])
#|                 T.writes(B[i])
#|                 B[i] = A[i]
#|
#|     @R.function(pure=False)
#|     def main(x: R.Tensor((4,), dtype="float32", vdevice="cuda:0"), s: R.Shape(["n"]), a: R.Object, p: R.Prim("int64")) -> R.Tensor((4,), dtype="float32"):
#|         n = T.int64()
#|         cls = Module
#|         y = R.call_tir(cls.k, (x,), out_sinfo=R.Tensor((4,), dtype="float32"), tir_vars=R.shape([n]))
#|         z: R.Prim(value=n + 1) = R.prim_value(n + 1)
#|         w: R.Object = R.call_packed("f", x, z, R.prim_value(n), R.prim_value(5), sinfo_args=(R.Object,))
#|         h: R.Tensor((4,), dtype="float32", vdevice="cuda:0") = R.hint_on_device(x, R.device(dev_type=1, dev_id=0))
#|         t: R.Tensor((2,), dtype="e4m3_float8") = R.call_pure_packed("g", x, sinfo_args=(R.Tensor((2,), dtype="e4m3_float8"),))
#|         return y
