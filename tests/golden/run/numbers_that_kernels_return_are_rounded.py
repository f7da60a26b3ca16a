# test: run --entry=main --engine=eval --compare=jit --fill=ones
# Arithmetic of bfloat16 does not round; what a kernel is given and what it returns is rounded.
@I.ir_module
class Module:
    @T.prim_func
    def g(x: T.bfloat16) -> T.bfloat16:
        return x * T.bfloat16(1.0078125) + T.bfloat16(0.001)

    @T.prim_func
    def main(A: T.Buffer((1,), "bfloat16"), C: T.Buffer((1,), "float32")):
        C[0] = T.Cast("float32", Module.g(A[0] + T.bfloat16(0.001)))

#| [1.0078125]
