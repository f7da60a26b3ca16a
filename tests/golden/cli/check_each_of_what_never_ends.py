# test: opt --passes=CanonicalizeBindings --check-each=1
# What is compared with itself must end; here it would print for ever.
@I.ir_module
class M:
    @R.function(pure=False)
    def f() -> R.Object:
        x = R.const(1, "int32")
        y = R.add(x, x)
        z = R.print(x, y, format="{} {}")
        w = M.f()
        return w

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class M:
#|     @R.function(pure=False)
#|     def f() -> R.Object:
#|         cls = M
#|         x: R.Tensor((), dtype="int32") = R.const(1, "int32")
#|         y: R.Tensor((), dtype="int32") = R.add(R.const(1, "int32"), R.const(1, "int32"))
#|         R.print(R.const(1, "int32"), y, format=R.str("{} {}"))
#|         w: R.Object = cls.f()
#|         return w
#| check_each_of_what_never_ends.py:6:9: remark: 'f' was not compared: the run fails: more than 1048604 bindings executed [R0102]
#|         def f() -> R.Object:
#|             ^
#| 1 pass checked by running: 0 runs agree, 1 failed before the pass already or cannot be compared
