# test: run --entry=main --fill=iota
# test: fails run --entry=first --engine=eval --fill=iota
# test: fails run --entry=first --fill=iota
# test: fails run --entry=lost --engine=eval --fill=iota
# test: fails run --entry=lost --fill=iota
# test: fails run --entry=either_lost --engine=eval --fill=iota
# test: fails run --entry=either_lost --fill=iota
# Kernels that call them can use them, unless they point to what is gone by then; for others they mean nothing.
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((8,), "float32")) -> T.handle("float32", "global"):
        return A.data

    @T.prim_func
    def at(p: T.handle("float32", "global"), n: T.int32) -> T.handle("float32", "global"):
        if n == 0:
            return p
        return Module.at(T.handle_add_byte_offset(p, 4), n - 1)

    @T.prim_func
    def main(A: T.Buffer((8,), "float32")):
        p: T.handle("float32", "global") = Module.at(A.data, 3)
        B = T.Buffer((4,), "float32", data=p)
        B[0] = B[1] * T.float32(10)
        q: T.handle("float32", "global") = Module.at(A.data, 0)
        C = T.Buffer((1,), "float32", data=q)
        C[0] = T.float32(100)

    @T.prim_func
    def own(n: T.int32) -> T.handle("float32", "global"):
        with T.block("root"):
            D = T.alloc_buffer((8,), "float32")
            D[0] = T.float32(n)
            return D.data

    @T.prim_func
    def lost(A: T.Buffer((8,), "float32")):
        p: T.handle("float32", "global") = Module.own(1)
        B = T.Buffer((4,), "float32", data=p)
        A[0] = B[0]

    @T.prim_func
    def one_of(p: T.handle("float32", "global"), n: T.int32) -> T.handle("float32", "global"):
        with T.block("root"):
            D = T.alloc_buffer((8,), "float32")
            D[0] = T.float32(n)
            q: T.handle("float32", "global") = T.if_then_else(n > 0, D.data, p)
            return q

    @T.prim_func
    def either_lost(A: T.Buffer((8,), "float32")):
        p: T.handle("float32", "global") = Module.one_of(A.data, T.Cast("int32", A[1]))
        B = T.Buffer((4,), "float32", data=p)
        A[0] = B[0]

#| $ run --entry=main --fill=iota
#| [100.   1.   2.  40.   4.   5.   6.   7.]
#| $ fails run --entry=first --engine=eval --fill=iota
#| pointers_that_kernels_return.py:12:9: error: kernel 'first': it returns a pointer, which means nothing outside of the module [E0903]
#|         def first(A: T.Buffer((8,), "float32")) -> T.handle("float32", "global"):
#|             ^~~~~
#| $ fails run --entry=first --fill=iota
#| pointers_that_kernels_return.py:12:9: error: kernel 'first': it returns a pointer, which means nothing outside of the module [E0903]
#|         def first(A: T.Buffer((8,), "float32")) -> T.handle("float32", "global"):
#|             ^~~~~
#| $ fails run --entry=lost --engine=eval --fill=iota
#| pointers_that_kernels_return.py:35:13: error: kernel 'own': it returns a pointer to memory of its own [E0701]
#|                 return D.data
#|                 ^~~~~~~~~~~~~
#| $ fails run --entry=lost --fill=iota
#| pointers_that_kernels_return.py:35:13: error: kernel 'own': it returns a pointer to memory of its own [E0701]
#|                 return D.data
#|                 ^~~~~~~~~~~~~
#| $ fails run --entry=either_lost --engine=eval --fill=iota
#| pointers_that_kernels_return.py:49:13: error: kernel 'one_of': it returns a pointer to memory of its own [E0701]
#|                 return q
#|                 ^~~~~~~~
#| $ fails run --entry=either_lost --fill=iota
#| pointers_that_kernels_return.py:49:13: error: kernel 'one_of': it returns a pointer to memory of its own [E0701]
#|                 return q
#|                 ^~~~~~~~
