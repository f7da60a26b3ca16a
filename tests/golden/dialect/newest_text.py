# test: fmt --dialect=tvm-0.26
# Each construct that changed since TVM 0.19, as TVM 0.26 prints it.
@I.ir_module
class Module:
    I.module_attrs({"flag": True})
    I.module_global_infos({"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0)]})

    @T.prim_func(private=True)
    def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
        T.func_attr({"tir.noalias": T.bool(True)})
        # with T.block("root"):
        C = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("copy"):
                T.block_attr({"x": 1})
                B[i] = A[i]

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32", vdevice="cuda:0"), s: R.Shape(["n", "m"]), a: R.Object, p: R.Prim("int64")) -> R.Tuple(R.Tensor(("m", "n")), R.Prim(value="n + 1")):
        n = T.int64()
        m = T.int64()
        cls = Module
        y = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=R.shape([n]))
        z = R.prim_value(n + 1)
        f = R.prim_value(0.5)
        b = R.prim_value(T.bool(True))
        w = R.call_packed("f", x, z, R.prim_value(n), R.prim_value(5), R.prim_value(0.5), some_attr=1, sinfo_args=(R.Object,))
        h = R.hint_on_device(x, R.cuda(1))
        v = R.to_vdevice(x, "llvm:0")
        q = R.nn.pad(v, [1, 1], R.const(2.5, "float32"))
        t = R.take(v, R.prim_value(1), axis=0)
        c = R.clip(v, R.prim_value(0), R.prim_value(n))
        i8 = R.astype(v, "e5m2_float8")
        o = R.zeros(R.shape([m, n]), "float32")
        k = R.matmul(o, R.ones(R.shape([n, m]), "float32"))
        st = R.memory.alloc_storage(R.shape([16]), R.prim_value(0), R.str("global"), R.dtype("float32"))
        at = R.memory.alloc_tensor(st, R.prim_value(0), R.shape([4]), R.dtype("float32"))
        return (o, z)

#| # from tvm.script import ir as I
#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_attrs({"flag": True})
#|     I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_50", "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 0, "global")]})
#|     @T.prim_func(private=True, s_tir=True)
#|     def copy(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), n: T.int64):
#|         T.func_attr({"tirx.noalias": True})
#|         # with T.sblock("root"):
#|         C = T.sblock_alloc_buffer((4,))
#|         for i in range(4):
#|             with T.sblock("copy"):
#|                 T.reads(A[i])
#|                 T.writes(B[i])
#|                 T.sblock_attr({"x": 1})
#|                 B[i] = A[i]
#|
#|     @R.function(pure=False)
#|     def main(x: R.Tensor((4,), dtype="float32", vdevice="cuda:0:global"), s: R.Shape(["n", "m"]), a: R.Any, p: T.int64) -> R.Tuple(R.Tensor(("m", "n"), dtype="float32"), T.int64):
#|         n = T.int64()
#|         m = T.int64()
#|         cls = Module
#|         y = R.call_tir(cls.copy, (x, n), out_ty=R.Tensor((4,), dtype="float32"))
#|         z: T.int64 = n + 1
#|         f: T.float32 = T.float32(0.5)
#|         b: T.bool = T.bool(True)
#|         w: R.Any = R.call_packed("f", x, z, n, 5, T.float32(0.5), attrs_type_key="ir.DictAttrs", some_attr=1, ty_args=(R.Any,))
#|         h: R.Tensor((4,), dtype="float32", vdevice="cuda:0:global") = R.hint_on_device(x, R.device(device_type=2, index=1), "global")
#|         v: R.Tensor((4,), dtype="float32", vdevice="llvm:0:global") = R.to_vdevice(x, dst_vdevice="llvm:0:global")
#|         q: R.Tensor((6,), dtype="float32") = R.nn.pad(v, pad_width=[1, 1], pad_value=2.5, pad_mode="constant")
#|         t: R.Tensor((), dtype="float32", vdevice="llvm:0:global") = R.take(v, R.prim_value(1), axis=0, mode="fast")
#|         c: R.Tensor((4,), dtype="float32", vdevice="llvm:0:global") = R.clip(v, 0, n)
#|         i8: R.Tensor((4,), dtype="float8_e5m2", vdevice="llvm:0:global") = R.astype(v, dtype="float8_e5m2")
#|         o: R.Tensor((m, n), dtype="float32") = R.zeros(R.shape([m, n]), dtype="float32")
#|         gv12: R.Tensor((n, m), dtype="float32") = R.ones(R.shape([n, m]), dtype="float32")
#|         k: R.Tensor((m, m), dtype="float32") = R.matmul(o, gv12, out_dtype=None)
#|         st: R.Any = R.memory.alloc_storage(R.shape([16]), 0, R.str("global"), R.dtype("float32"))
#|         at: R.Tensor((4,), dtype="float32") = R.memory.alloc_tensor(st, 0, R.shape([4]), R.dtype("float32"), 0)
#|         return (o, z)
