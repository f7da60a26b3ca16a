# test: fmt
@I.ir_module
class Module:
    I.module_attrs({"target": T.target("cuda", host="llvm")})
    I.module_global_infos({"vdevice": [I.vdevice("llvm -mcpu=skylake -num-cores 4"), I.vdevice("cuda -arch=sm_80 -libs=cublas,cudnn", 1), I.vdevice({"kind": "metal", "thread_warp_size": 32}), I.vdevice("my-chip")]})

    @R.function
    def main(x: R.Tensor((2,), "float32", "cuda:0")):
        y = R.to_vdevice(x, "llvm")
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     I.module_attrs({"target": T.target({"arch": "sm_50", "host": {"keys": ["cpu"], "kind": "llvm", "mtriple": "x86_64-pc-linux-gnu", "tag": ""}, "keys": ["cuda", "gpu"], "kind": "cuda", "max_num_threads": 1024, "tag": "", "thread_warp_size": 32})})
#|     I.module_global_infos({"vdevice": [I.vdevice({"keys": ["cpu"], "kind": "llvm", "mcpu": "skylake", "mtriple": "x86_64-pc-linux-gnu", "num-cores": 4, "tag": ""}, 0, "global"), I.vdevice({"arch": "sm_80", "keys": ["cuda", "gpu"], "kind": "cuda", "libs": ["cublas", "cudnn"], "max_num_threads": 1024, "tag": "", "thread_warp_size": 32}, 1, "global"), I.vdevice({"keys": ["metal", "gpu"], "kind": "metal", "max_function_args": 31, "max_num_threads": 256, "max_shared_memory_per_block": 32768, "max_threads_per_block": 256, "tag": "", "thread_warp_size": 32}, 0, "global"), I.vdevice("my-chip", 0, "global")]})
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32", vdevice="cuda:0")) -> R.Tensor((2,), dtype="float32", vdevice="llvm:0"):
#|         y: R.Tensor((2,), dtype="float32", vdevice="llvm:0") = R.to_vdevice(x, dst_vdevice="llvm:0")
#|         return y
