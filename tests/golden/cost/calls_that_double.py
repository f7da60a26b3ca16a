# test: cost --entry=f70 --top=1
# test: cost --entry=f3 --top=1
# Calls that double with each function: no plan is made of what would inline too much.
@I.ir_module
class M:
    @R.function
    def f0(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        y = R.add(x, x)
        return y
    @R.function
    def f1(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f0(x)
        b = M.f0(a)
        return b
    @R.function
    def f2(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f1(x)
        b = M.f1(a)
        return b
    @R.function
    def f3(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f2(x)
        b = M.f2(a)
        return b
    @R.function
    def f4(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f3(x)
        b = M.f3(a)
        return b
    @R.function
    def f5(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f4(x)
        b = M.f4(a)
        return b
    @R.function
    def f6(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f5(x)
        b = M.f5(a)
        return b
    @R.function
    def f7(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f6(x)
        b = M.f6(a)
        return b
    @R.function
    def f8(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f7(x)
        b = M.f7(a)
        return b
    @R.function
    def f9(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f8(x)
        b = M.f8(a)
        return b
    @R.function
    def f10(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f9(x)
        b = M.f9(a)
        return b
    @R.function
    def f11(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f10(x)
        b = M.f10(a)
        return b
    @R.function
    def f12(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f11(x)
        b = M.f11(a)
        return b
    @R.function
    def f13(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f12(x)
        b = M.f12(a)
        return b
    @R.function
    def f14(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f13(x)
        b = M.f13(a)
        return b
    @R.function
    def f15(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f14(x)
        b = M.f14(a)
        return b
    @R.function
    def f16(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f15(x)
        b = M.f15(a)
        return b
    @R.function
    def f17(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f16(x)
        b = M.f16(a)
        return b
    @R.function
    def f18(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f17(x)
        b = M.f17(a)
        return b
    @R.function
    def f19(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f18(x)
        b = M.f18(a)
        return b
    @R.function
    def f20(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f19(x)
        b = M.f19(a)
        return b
    @R.function
    def f21(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f20(x)
        b = M.f20(a)
        return b
    @R.function
    def f22(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f21(x)
        b = M.f21(a)
        return b
    @R.function
    def f23(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f22(x)
        b = M.f22(a)
        return b
    @R.function
    def f24(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f23(x)
        b = M.f23(a)
        return b
    @R.function
    def f25(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f24(x)
        b = M.f24(a)
        return b
    @R.function
    def f26(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f25(x)
        b = M.f25(a)
        return b
    @R.function
    def f27(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f26(x)
        b = M.f26(a)
        return b
    @R.function
    def f28(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f27(x)
        b = M.f27(a)
        return b
    @R.function
    def f29(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f28(x)
        b = M.f28(a)
        return b
    @R.function
    def f30(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f29(x)
        b = M.f29(a)
        return b
    @R.function
    def f31(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f30(x)
        b = M.f30(a)
        return b
    @R.function
    def f32(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f31(x)
        b = M.f31(a)
        return b
    @R.function
    def f33(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f32(x)
        b = M.f32(a)
        return b
    @R.function
    def f34(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f33(x)
        b = M.f33(a)
        return b
    @R.function
    def f35(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f34(x)
        b = M.f34(a)
        return b
    @R.function
    def f36(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f35(x)
        b = M.f35(a)
        return b
    @R.function
    def f37(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f36(x)
        b = M.f36(a)
        return b
    @R.function
    def f38(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f37(x)
        b = M.f37(a)
        return b
    @R.function
    def f39(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f38(x)
        b = M.f38(a)
        return b
    @R.function
    def f40(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f39(x)
        b = M.f39(a)
        return b
    @R.function
    def f41(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f40(x)
        b = M.f40(a)
        return b
    @R.function
    def f42(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f41(x)
        b = M.f41(a)
        return b
    @R.function
    def f43(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f42(x)
        b = M.f42(a)
        return b
    @R.function
    def f44(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f43(x)
        b = M.f43(a)
        return b
    @R.function
    def f45(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f44(x)
        b = M.f44(a)
        return b
    @R.function
    def f46(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f45(x)
        b = M.f45(a)
        return b
    @R.function
    def f47(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f46(x)
        b = M.f46(a)
        return b
    @R.function
    def f48(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f47(x)
        b = M.f47(a)
        return b
    @R.function
    def f49(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f48(x)
        b = M.f48(a)
        return b
    @R.function
    def f50(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f49(x)
        b = M.f49(a)
        return b
    @R.function
    def f51(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f50(x)
        b = M.f50(a)
        return b
    @R.function
    def f52(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f51(x)
        b = M.f51(a)
        return b
    @R.function
    def f53(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f52(x)
        b = M.f52(a)
        return b
    @R.function
    def f54(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f53(x)
        b = M.f53(a)
        return b
    @R.function
    def f55(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f54(x)
        b = M.f54(a)
        return b
    @R.function
    def f56(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f55(x)
        b = M.f55(a)
        return b
    @R.function
    def f57(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f56(x)
        b = M.f56(a)
        return b
    @R.function
    def f58(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f57(x)
        b = M.f57(a)
        return b
    @R.function
    def f59(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f58(x)
        b = M.f58(a)
        return b
    @R.function
    def f60(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f59(x)
        b = M.f59(a)
        return b
    @R.function
    def f61(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f60(x)
        b = M.f60(a)
        return b
    @R.function
    def f62(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f61(x)
        b = M.f61(a)
        return b
    @R.function
    def f63(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f62(x)
        b = M.f62(a)
        return b
    @R.function
    def f64(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f63(x)
        b = M.f63(a)
        return b
    @R.function
    def f65(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f64(x)
        b = M.f64(a)
        return b
    @R.function
    def f66(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f65(x)
        b = M.f65(a)
        return b
    @R.function
    def f67(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f66(x)
        b = M.f66(a)
        return b
    @R.function
    def f68(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f67(x)
        b = M.f67(a)
        return b
    @R.function
    def f69(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f68(x)
        b = M.f68(a)
        return b
    @R.function
    def f70(x: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        a = M.f69(x)
        b = M.f69(a)
        return b

#| $ cost --entry=f70 --top=1
#| f70, calls_that_double.py:356
#|   line  binding  operator  operations  read  written  per byte
#|    357  a        call f69     unknown    48       48
#|         1 more   sum          unknown    96       96
#|   parameters 48 bytes
#|   the operations of 2 bindings are unknown
#|   the memory is unknown: calls inline more than 20000 values
#| $ cost --entry=f3 --top=1
#| f3, calls_that_double.py:21
#|   line  binding  operator  operations  read  written  per byte
#|     22  a        call f2           48    48       48      0.50
#|         1 more   sum               96    96       96      0.50
#|   parameters 48 bytes, beside them at most 176 as the JIT plans it
