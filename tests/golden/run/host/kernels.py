# test: run --input=x=4xf32='[1 2 3 4]' --compare=eval
# test: fails run --entry=outside --input=x=4xf32='[1 2 3 4]'
# test: fails run --entry=outside --engine=eval --input=x=4xf32='[1 2 3 4]'
# Kernels stand in segments as operators do.
@I.ir_module
class Module:
    @T.prim_func
    def shifted(a: T.handle, b: T.handle, by: T.int64):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            B[i] = A[(i + by) % n]

    @T.prim_func
    def beyond(A: T.Buffer((4,)), B: T.Buffer((4,)), by: T.int64):
        for i in range(T.int64(4)):
            B[i] = A[i + by]

    @R.function
    def main(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        is_small = R.less(R.max(x), R.const(10.0, "float32"))
        if is_small:
            doubled = R.add(x, x)
            y = R.call_tir(Module.shifted, (doubled,), out_sinfo=R.Tensor((n,), "float32"), tir_vars=R.shape([n - 1]))
        else:
            y = x
        return R.multiply(y, y)

    @R.function
    def outside(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        is_small = R.less(R.max(x), R.const(10.0, "float32"))
        if is_small:
            y = R.call_tir(Module.beyond, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=R.shape([1]))
        else:
            y = x
        return y

#| $ run --input=x=4xf32='[1 2 3 4]' --compare=eval
#| [64.  4. 16. 36.]
#| $ fails run --entry=outside --input=x=4xf32='[1 2 3 4]'
#| kernels.py:18:13: error: kernel 'beyond': A[4] is outside of its buffer: the index must be within [0, 4) [E0701]
#|                 B[i] = A[i + by]
#|                 ^~~~~~~~~~~~~~~~
#| $ fails run --entry=outside --engine=eval --input=x=4xf32='[1 2 3 4]'
#| kernels.py:18:13: error: kernel 'beyond': A[4] is outside of its buffer: the index must be within [0, 4) [E0701]
#|                 B[i] = A[i + by]
#|                 ^~~~~~~~~~~~~~~~
