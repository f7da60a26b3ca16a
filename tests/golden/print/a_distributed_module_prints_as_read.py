# test: fmt
# Meshes are named by their place in the global infos; a kernel's call with distributed results is R.dist.call_tir.
# R.dist has R.DTensor and R.device_mesh, too.
@I.ir_module
class Module:
    I.module_attrs({"device_num": 10})
    I.module_global_infos({"mesh": [R.device_mesh((2, 2), R.Range(0, 4)), R.dist.device_mesh((1,), [4])]})

    @T.prim_func
    def gelu(x: T.Buffer((8, 8), "float32"), y: T.Buffer((8, 8), "float32")):
        T.evaluate(0)

    @R.function
    def main(x: R.DTensor((8, "n"), "float32", "mesh[0]", "S[0],R"), y: R.dist.DTensor(dtype="float32", device_mesh="mesh[1]", placement="R", ndim=2), z: R.Tensor((4, 4), "float32")):
        n = T.int64()
        a = R.dist.call_tir(Module.gelu, (x,), R.DTensor((8, n), "float32", "mesh[0]", "S[0], R"))
        b = R.dist.call_tir_local_view(Module.gelu, (a,), out_sinfo=[R.DTensor((8, n), "float32", "mesh[0]", "S[0], R")])
        c = R.dist.redistribute(b, "mesh[1]", "R")
        d = R.add(c, R.dist.const(1.5, R.DTensor((), "float32", "mesh[1]", "R")))
        e = R.dist.annotate_sharding(z, device_mesh="mesh[1]", placement="S[1]")
        return a, d, e

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_attrs({"device_num": 10})
#|     I.module_global_infos({"mesh": [R.device_mesh((2, 2), I.Range(0, 4)), R.device_mesh((1,), [4])]})
#|     @T.prim_func
#|     def gelu(x: T.Buffer((8, 8), "float32"), y: T.Buffer((8, 8), "float32")):
#|         T.evaluate(0)
#|
#|     @R.function
#|     def main(x: R.DTensor((8, "n"), "float32", "mesh[0]", "S[0], R"), y: R.DTensor(dtype="float32", device_mesh="mesh[1]", placement="R", ndim=2), z: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.DTensor((8, "n"), "float32", "mesh[0]", "S[0], R"), R.DTensor((8, "n"), "float32", "mesh[1]", "R"), R.Tensor((4, 4), dtype="float32")):
#|         n = T.int64()
#|         cls = Module
#|         a = R.dist.call_tir(cls.gelu, (x,), out_sinfo=R.DTensor((8, n), "float32", "mesh[0]", "S[0], R"))
#|         b: R.DTensor((8, n), "float32", "mesh[0]", "S[0], R") = R.dist.call_tir_local_view(cls.gelu, (a,), out_sinfo=R.DTensor((8, n), "float32", "mesh[0]", "S[0], R"))
#|         c: R.DTensor((8, n), "float32", "mesh[1]", "R") = R.dist.redistribute(b, device_mesh="mesh[1]", placement="R")
#|         d: R.DTensor((8, n), "float32", "mesh[1]", "R") = R.add(c, R.dist.const(1.5, R.DTensor((), "float32", "mesh[1]", "R")))
#|         e: R.Tensor((4, 4), dtype="float32") = R.dist.annotate_sharding(z, device_mesh="mesh[1]", placement="S[1]")
#|         return (a, d, e)
