# test: cost --entry=f69 --top=1
# test: cost --entry=f9 --top=1
# Sizes that double with each call stay small expressions; of ever other ones only so many are counted.
@I.ir_module
class M:
    @R.function
    def f0(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        y = R.add(x, x)
        return y
    @R.function
    def f1(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f0(c)
        b = M.f0(x)
        return b
    @R.function
    def f2(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f1(c)
        b = M.f1(x)
        return b
    @R.function
    def f3(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f2(c)
        b = M.f2(x)
        return b
    @R.function
    def f4(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f3(c)
        b = M.f3(x)
        return b
    @R.function
    def f5(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f4(c)
        b = M.f4(x)
        return b
    @R.function
    def f6(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f5(c)
        b = M.f5(x)
        return b
    @R.function
    def f7(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f6(c)
        b = M.f6(x)
        return b
    @R.function
    def f8(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f7(c)
        b = M.f7(x)
        return b
    @R.function
    def f9(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f8(c)
        b = M.f8(x)
        return b
    @R.function
    def f10(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f9(c)
        b = M.f9(x)
        return b
    @R.function
    def f11(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f10(c)
        b = M.f10(x)
        return b
    @R.function
    def f12(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f11(c)
        b = M.f11(x)
        return b
    @R.function
    def f13(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f12(c)
        b = M.f12(x)
        return b
    @R.function
    def f14(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f13(c)
        b = M.f13(x)
        return b
    @R.function
    def f15(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f14(c)
        b = M.f14(x)
        return b
    @R.function
    def f16(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f15(c)
        b = M.f15(x)
        return b
    @R.function
    def f17(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f16(c)
        b = M.f16(x)
        return b
    @R.function
    def f18(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f17(c)
        b = M.f17(x)
        return b
    @R.function
    def f19(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f18(c)
        b = M.f18(x)
        return b
    @R.function
    def f20(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f19(c)
        b = M.f19(x)
        return b
    @R.function
    def f21(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f20(c)
        b = M.f20(x)
        return b
    @R.function
    def f22(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f21(c)
        b = M.f21(x)
        return b
    @R.function
    def f23(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f22(c)
        b = M.f22(x)
        return b
    @R.function
    def f24(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f23(c)
        b = M.f23(x)
        return b
    @R.function
    def f25(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f24(c)
        b = M.f24(x)
        return b
    @R.function
    def f26(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f25(c)
        b = M.f25(x)
        return b
    @R.function
    def f27(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f26(c)
        b = M.f26(x)
        return b
    @R.function
    def f28(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f27(c)
        b = M.f27(x)
        return b
    @R.function
    def f29(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f28(c)
        b = M.f28(x)
        return b
    @R.function
    def f30(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f29(c)
        b = M.f29(x)
        return b
    @R.function
    def f31(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f30(c)
        b = M.f30(x)
        return b
    @R.function
    def f32(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f31(c)
        b = M.f31(x)
        return b
    @R.function
    def f33(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f32(c)
        b = M.f32(x)
        return b
    @R.function
    def f34(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f33(c)
        b = M.f33(x)
        return b
    @R.function
    def f35(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f34(c)
        b = M.f34(x)
        return b
    @R.function
    def f36(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f35(c)
        b = M.f35(x)
        return b
    @R.function
    def f37(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f36(c)
        b = M.f36(x)
        return b
    @R.function
    def f38(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f37(c)
        b = M.f37(x)
        return b
    @R.function
    def f39(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f38(c)
        b = M.f38(x)
        return b
    @R.function
    def f40(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f39(c)
        b = M.f39(x)
        return b
    @R.function
    def f41(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f40(c)
        b = M.f40(x)
        return b
    @R.function
    def f42(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f41(c)
        b = M.f41(x)
        return b
    @R.function
    def f43(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f42(c)
        b = M.f42(x)
        return b
    @R.function
    def f44(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f43(c)
        b = M.f43(x)
        return b
    @R.function
    def f45(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f44(c)
        b = M.f44(x)
        return b
    @R.function
    def f46(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f45(c)
        b = M.f45(x)
        return b
    @R.function
    def f47(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f46(c)
        b = M.f46(x)
        return b
    @R.function
    def f48(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f47(c)
        b = M.f47(x)
        return b
    @R.function
    def f49(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f48(c)
        b = M.f48(x)
        return b
    @R.function
    def f50(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f49(c)
        b = M.f49(x)
        return b
    @R.function
    def f51(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f50(c)
        b = M.f50(x)
        return b
    @R.function
    def f52(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f51(c)
        b = M.f51(x)
        return b
    @R.function
    def f53(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f52(c)
        b = M.f52(x)
        return b
    @R.function
    def f54(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f53(c)
        b = M.f53(x)
        return b
    @R.function
    def f55(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f54(c)
        b = M.f54(x)
        return b
    @R.function
    def f56(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f55(c)
        b = M.f55(x)
        return b
    @R.function
    def f57(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f56(c)
        b = M.f56(x)
        return b
    @R.function
    def f58(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f57(c)
        b = M.f57(x)
        return b
    @R.function
    def f59(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f58(c)
        b = M.f58(x)
        return b
    @R.function
    def f60(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f59(c)
        b = M.f59(x)
        return b
    @R.function
    def f61(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f60(c)
        b = M.f60(x)
        return b
    @R.function
    def f62(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f61(c)
        b = M.f61(x)
        return b
    @R.function
    def f63(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f62(c)
        b = M.f62(x)
        return b
    @R.function
    def f64(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f63(c)
        b = M.f63(x)
        return b
    @R.function
    def f65(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f64(c)
        b = M.f64(x)
        return b
    @R.function
    def f66(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f65(c)
        b = M.f65(x)
        return b
    @R.function
    def f67(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f66(c)
        b = M.f66(x)
        return b
    @R.function
    def f68(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f67(c)
        b = M.f67(x)
        return b
    @R.function
    def f69(x: R.Tensor(("n",), "float32")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        c = R.concat((x, x), axis=0)
        a = M.f68(c)
        b = M.f68(x)
        return b

#| $ cost --entry=f69 --top=1
#| f69, calls_with_doubled_sizes.py:488
#|   line  binding  operator  operations    read  written  per byte
#|    490  c        concat             0   n * 8    n * 8
#|         2 more   sum                0  n * 20   n * 20
#|   parameters n * 4 bytes
#|   the operations of 2 bindings are unknown
#|   calls with ever other sizes are counted up to 10000 values of called functions
#|   the memory is unknown: calls inline more than 20000 values
#| $ cost --entry=f9 --top=1
#| f9, calls_with_doubled_sizes.py:68
#|   line  binding  operator  operations    read  written  per byte
#|     70  c        concat             0   n * 8    n * 8
#|         2 more   sum        n * 19683  n * 20   n * 20
#|   parameters n * 4 bytes
