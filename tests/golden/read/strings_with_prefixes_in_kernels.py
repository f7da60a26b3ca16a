# test: fails check
# Strings that Python computes, and bytes, are no part of the language of kernels.
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

#| strings_with_prefixes_in_kernels.py:8:47: error: a string with the prefix 'f' is not part of the language [E0106]
#|                 T.evaluate(T.call_extern("int32", f"foo_{'a'}", rf"{i}\d", 1))
#|                                                   ^~
#| strings_with_prefixes_in_kernels.py:8:61: error: a string with the prefix 'rf' is not part of the language [E0106]
#|                 T.evaluate(T.call_extern("int32", f"foo_{'a'}", rf"{i}\d", 1))
#|                                                                 ^~~
#| strings_with_prefixes_in_kernels.py:9:26: error: a string with the prefix 'f' is not part of the language [E0106]
#|                 with T.block(f"b{i}x{'q': >3}"):
#|                              ^~
#| strings_with_prefixes_in_kernels.py:11:43: error: a string with the prefix 'f' is not part of the language [E0106]
#|             T.evaluate(T.call_extern("int32", f"foo_{"a)"}(", b"xx", "\N{DEGREE SIGN}"))
#|                                               ^~
#| strings_with_prefixes_in_kernels.py:11:59: error: a string with the prefix 'b' is not part of the language [E0106]
#|             T.evaluate(T.call_extern("int32", f"foo_{"a)"}(", b"xx", "\N{DEGREE SIGN}"))
#|                                                               ^~
