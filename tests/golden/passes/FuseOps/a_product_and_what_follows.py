# test: opt --passes=LegalizeOps,AnnotateTIROpPattern,FuseOps,DeadCodeElimination
# The product takes the sum and relu; the softmax, a reduction in itself, stands alone. Constants are handed in, names go on from function to
# function, and equal groups are one function.
@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor(("n", 2), "float32"), w: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.matmul(x, w)
            b = R.add(a, R.const(1.0, "float32"))
            c = R.nn.relu(b)
            y = R.nn.softmax(c)
            R.output(y)
        return y

    @R.function
    def second(x: R.Tensor((4, 2), "float32"), w: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            a = R.matmul(x, w)
            y = R.nn.relu(a)
            b = R.matmul(x, w)
            z = R.nn.relu(b)
            s = R.exp(z)
            R.output(y, s)
        return (y, s)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(var_a: T.handle, var_T_add: T.handle):
#|         T.func_attr({"op_pattern": 0, "tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         a = T.match_buffer(var_a, (n, T.int64(3)))
#|         T_add = T.match_buffer(var_T_add, (n, T.int64(3)))
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(n, T.int64(3)):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(a[v_ax0, v_ax1])
#|                 T.writes(T_add[v_ax0, v_ax1])
#|                 T_add[v_ax0, v_ax1] = a[v_ax0, v_ax1] + T.float32(1.0)
#|
#|     @T.prim_func(private=True)
#|     def matmul(var_x: T.handle, w: T.Buffer((T.int64(2), T.int64(3)), "float32"), var_matmul: T.handle):
#|         T.func_attr({"op_pattern": 4, "tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         x = T.match_buffer(var_x, (n, T.int64(2)))
#|         matmul = T.match_buffer(var_matmul, (n, T.int64(3)))
#|         # with T.block("root"):
#|         for i0, i1, k in T.grid(n, T.int64(3), T.int64(2)):
#|             with T.block("matmul"):
#|                 v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
#|                 T.reads(x[v_i0, v_k], w[v_k, v_i1])
#|                 T.writes(matmul[v_i0, v_i1])
#|                 with T.init():
#|                     matmul[v_i0, v_i1] = T.float32(0.0)
#|                 matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]
#|
#|     @T.prim_func(private=True)
#|     def matmul1(x: T.Buffer((T.int64(4), T.int64(2)), "float32"), w: T.Buffer((T.int64(2), T.int64(3)), "float32"), matmul: T.Buffer((T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"op_pattern": 4, "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1, k in T.grid(T.int64(4), T.int64(3), T.int64(2)):
#|             with T.block("matmul"):
#|                 v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
#|                 T.reads(x[v_i0, v_k], w[v_k, v_i1])
#|                 T.writes(matmul[v_i0, v_i1])
#|                 with T.init():
#|                     matmul[v_i0, v_i1] = T.float32(0.0)
#|                 matmul[v_i0, v_i1] = matmul[v_i0, v_i1] + x[v_i0, v_k] * w[v_k, v_i1]
#|
#|     @T.prim_func(private=True)
#|     def relu(var_b: T.handle, var_compute: T.handle):
#|         T.func_attr({"op_pattern": 0, "tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         b = T.match_buffer(var_b, (n, T.int64(3)))
#|         compute = T.match_buffer(var_compute, (n, T.int64(3)))
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(n, T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(b[v_i0, v_i1])
#|                 T.writes(compute[v_i0, v_i1])
#|                 compute[v_i0, v_i1] = T.max(b[v_i0, v_i1], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def relu1(a: T.Buffer((T.int64(4), T.int64(3)), "float32"), compute: T.Buffer((T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"op_pattern": 0, "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(4), T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(a[v_i0, v_i1])
#|                 T.writes(compute[v_i0, v_i1])
#|                 compute[v_i0, v_i1] = T.max(a[v_i0, v_i1], T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def softmax(var_c: T.handle, var_T_softmax_norm: T.handle):
#|         T.func_attr({"op_pattern": 4, "tir.noalias": T.bool(True)})
#|         n = T.int64()
#|         c = T.match_buffer(var_c, (n, T.int64(3)))
#|         T_softmax_norm = T.match_buffer(var_T_softmax_norm, (n, T.int64(3)))
#|         # with T.block("root"):
#|         T_softmax_maxelem = T.alloc_buffer((n,))
#|         T_softmax_exp = T.alloc_buffer((n, T.int64(3)))
#|         T_softmax_expsum = T.alloc_buffer((n,))
#|         for i0, k in T.grid(n, T.int64(3)):
#|             with T.block("T_softmax_maxelem"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(c[v_i0, v_k])
#|                 T.writes(T_softmax_maxelem[v_i0])
#|                 with T.init():
#|                     T_softmax_maxelem[v_i0] = T.float32(-340282346638528859811704183484516925440.0)
#|                 T_softmax_maxelem[v_i0] = T.max(T_softmax_maxelem[v_i0], c[v_i0, v_k])
#|         for i0, i1 in T.grid(n, T.int64(3)):
#|             with T.block("T_softmax_exp"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(c[v_i0, v_i1], T_softmax_maxelem[v_i0])
#|                 T.writes(T_softmax_exp[v_i0, v_i1])
#|                 T_softmax_exp[v_i0, v_i1] = T.exp(c[v_i0, v_i1] - T_softmax_maxelem[v_i0])
#|         for i0, k in T.grid(n, T.int64(3)):
#|             with T.block("T_softmax_expsum"):
#|                 v_i0, v_k = T.axis.remap("SR", [i0, k])
#|                 T.reads(T_softmax_exp[v_i0, v_k])
#|                 T.writes(T_softmax_expsum[v_i0])
#|                 with T.init():
#|                     T_softmax_expsum[v_i0] = T.float32(0.0)
#|                 T_softmax_expsum[v_i0] = T_softmax_expsum[v_i0] + T_softmax_exp[v_i0, v_k]
#|         for i0, i1 in T.grid(n, T.int64(3)):
#|             with T.block("T_softmax_norm"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(T_softmax_exp[v_i0, v_i1], T_softmax_expsum[v_i0])
#|                 T.writes(T_softmax_norm[v_i0, v_i1])
#|                 T.block_attr({"axis": 1})
#|                 T_softmax_norm[v_i0, v_i1] = T_softmax_exp[v_i0, v_i1] / T_softmax_expsum[v_i0]
#|
#|     @T.prim_func(private=True)
#|     def tir_exp(z: T.Buffer((T.int64(4), T.int64(3)), "float32"), compute: T.Buffer((T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"op_pattern": 0, "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i0, i1 in T.grid(T.int64(4), T.int64(3)):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(z[v_i0, v_i1])
#|                 T.writes(compute[v_i0, v_i1])
#|                 compute[v_i0, v_i1] = T.exp(z[v_i0, v_i1])
#|
#|     @R.function
#|     def first(x: R.Tensor(("n", 2), dtype="float32"), w: R.Tensor((2, 3), dtype="float32")) -> R.Tensor(("n", 3), dtype="float32"):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((n, 3), dtype="float32") = cls.fused_matmul_add_relu(x, w)
#|             y = R.call_tir(cls.softmax, (lv,), out_sinfo=R.Tensor((n, 3), dtype="float32"))
#|             R.output(y)
#|         return y
#|
#|     @R.function(private=True)
#|     def fused_matmul1_relu1(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((4, 3), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.matmul1, (x, w), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|             gv = R.call_tir(cls.relu1, (a,), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function(private=True)
#|     def fused_matmul1_relu1_tir_exp(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((4, 3), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             b = R.call_tir(cls.matmul1, (x, w), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|             z = R.call_tir(cls.relu1, (b,), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|             gv = R.call_tir(cls.tir_exp, (z,), out_sinfo=R.Tensor((4, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function(private=True)
#|     def fused_matmul_add_relu(x: R.Tensor(("n", 2), dtype="float32"), w: R.Tensor((2, 3), dtype="float32")) -> R.Tensor(("n", 3), dtype="float32"):
#|         n = T.int64()
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((n, 3), dtype="float32"))
#|             b = R.call_tir(cls.add, (a,), out_sinfo=R.Tensor((n, 3), dtype="float32"))
#|             gv = R.call_tir(cls.relu, (b,), out_sinfo=R.Tensor((n, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def second(x: R.Tensor((4, 2), dtype="float32"), w: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((4, 3), dtype="float32"), R.Tensor((4, 3), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((4, 3), dtype="float32") = cls.fused_matmul1_relu1(x, w)
#|             gv1: R.Tensor((4, 3), dtype="float32") = cls.fused_matmul1_relu1_tir_exp(x, w)
#|             R.output(gv, gv1)
#|         return (gv, gv1)
