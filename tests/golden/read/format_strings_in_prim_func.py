# test: fmt
# The body of a T.prim_func is kept as it is written, Python's strings included.
@I.ir_module
class Module:
    @T.prim_func
    def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            T.evaluate(T.call_extern("int32", f"foo_{'a'}", rf"{i}\d", 1))
            with T.block(f"b{i}x{'q': >3}"):
                B[i] = A[i] + T.Let(i, where={i: 1})
        T.evaluate(T.call_extern("int32", f"foo_{"a)"}(", b"xx", "\N{DEGREE SIGN}"))

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             T.evaluate(T.call_extern("int32", f"foo_{'a'}", rf"{i}\d", 1))
#|             with T.block(f"b{i}x{'q': >3}"):
#|                 B[i] = A[i] + T.Let(i, where={i: 1})
#|         T.evaluate(T.call_extern("int32", f"foo_{"a)"}(", b"xx", "\N{DEGREE SIGN}"))
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return y
