# test: fails check
# The attributes of a kernel are read with the names that Python knows there.
NAME = "kernel"


@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((4,), "float32"), n: T.int32):
        T.func_attr({"global_symbol": NAME, "tir.noalias": T.bool(True), "size": n, "target": T.target(llvm_target)})
        T.func_attr({"names": [NAEM]})
        for i in range(4):
            A[i] = A[i] + T.float32(1)

#| undefined_names_in_attributes_of_kernels.py:10:104: error: 'llvm_target' is not defined [E0201]
#|             T.func_attr({"global_symbol": NAME, "tir.noalias": T.bool(True), "size": n, "target": T.target(llvm_target)})
#|                                                                                                            ^~~~~~~~~~~
#| undefined_names_in_attributes_of_kernels.py:11:32: error: 'NAEM' is not defined; did you mean 'NAME'? [E0201]
#|             T.func_attr({"names": [NAEM]})
#|                                    ^~~~
