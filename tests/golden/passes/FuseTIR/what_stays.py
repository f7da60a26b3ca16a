# test: opt --passes=FuseTIR --remarks
# A constant inside, a kernel without a root block, a function that is also a value.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def add(A: T.Buffer((4,), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("C"):
                vi = T.axis.spatial(4, i)
                C[vi] = A[vi] + b[()]

    @T.prim_func(private=True)
    def plain(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
        for i in range(4):
            C[i] = A[i]

    @R.function(private=True)
    def with_constant(x: R.Tensor((4,), "float32")):
        R.func_attr({"Primitive": 1})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.add, (x, R.const(1.0, "float32")), out_sinfo=R.Tensor((4,), "float32"))
            R.output(y)
        return y

    @R.function(private=True)
    def with_plain(x: R.Tensor((4,), "float32")):
        R.func_attr({"Primitive": 1})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.plain, (x,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(y)
        return y

    @R.function(private=True)
    def value(x: R.Tensor((4,), "float32"), b: R.Tensor((), "float32")):
        R.func_attr({"Primitive": 1})
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.add, (x, b), out_sinfo=R.Tensor((4,), "float32"))
            R.output(y)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32"), b: R.Tensor((), "float32")):
        cls = Module
        f = cls.value
        a = f(x, b)
        c = cls.value(a, b)
        d = cls.with_constant(c)
        e = cls.with_plain(d)
        return e

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(A: T.Buffer((4,), "float32"), b: T.Buffer((), "float32"), C: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("C"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi], b[()])
#|                 T.writes(C[vi])
#|                 C[vi] = A[vi] + b[()]
#|
#|     @T.prim_func(private=True)
#|     def plain(A: T.Buffer((4,), "float32"), C: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             C[i] = A[i]
#|
#|     @R.function(private=True)
#|     def value(x: R.Tensor((4,), dtype="float32"), b: R.Tensor((), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             y = R.call_tir(cls.add, (x, b), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(y)
#|         return y
#|
#|     @R.function(private=True)
#|     def with_constant(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             y = R.call_tir(cls.add, (x, R.const(1.0, "float32")), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(y)
#|         return y
#|
#|     @R.function(private=True)
#|     def with_plain(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             y = R.call_tir(cls.plain, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(y)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), b: R.Tensor((), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         f: R.Callable((R.Tensor((4,), dtype="float32"), R.Tensor((), dtype="float32")), R.Tensor((4,), dtype="float32"), True) = cls.value
#|         a: R.Tensor((4,), dtype="float32") = f(x, b)
#|         c: R.Tensor((4,), dtype="float32") = cls.value(a, b)
#|         d: R.Tensor((4,), dtype="float32") = cls.with_constant(c)
#|         e: R.Tensor((4,), dtype="float32") = cls.with_plain(d)
#|         return e
#| what_stays.py:22:17: remark: FuseTIR: an argument of a kernel is no tensor of the function, or was written over [R0101]
#|                 y = R.call_tir(cls.add, (x, R.const(1.0, "float32")), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:31:17: remark: FuseTIR: plain cannot be a part: its body is no plain root block [R0101]
#|                 y = R.call_tir(cls.plain, (x,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:40:17: remark: FuseTIR: it is called otherwise than with known shapes [R0101]
#|                 y = R.call_tir(cls.add, (x, b), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
